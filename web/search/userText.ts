/**
 * Words of users for what the lab calls otherwise: names of services, products and everyday complaints.
 *
 * A query that contains one of these phrases finds its entry first, so that "Zoom" finds the call during an upload. Ids are
 * those of `entries.ts`; a test reports ids that do not exist.
 */

/** Phrases by the id of the entry that they find first. */
export const USER_WORDS: Readonly<Record<string, readonly string[]>> = {
  'preset:home-upload': phrases(
    'zoom, teams, meet, skype, facetime, whatsapp, webex, video call, video conference, voip, phone call, bufferbloat, ' +
      'lag, laggy, lags, slow internet, home router, dsl, cable modem, ping, jitter, upload, backup',
  ),
  'preset:incast': phrases('incast, data center, datacenter, tcp collapse'),
  'preset:lte': phrases('mobile, phone, 4g, 5g, lte, cellular, train'),
  'preset:wifi': phrases('wifi, wi-fi, wlan, wireless'),
  'preset:satellite': phrases('starlink, leo, satellite, satellites'),
  'preset:provider-edge': phrases('netflix, youtube, streaming, twitch, disney, dash, peak hour'),
  'preset:campus': phrases('game, games, gaming, fortnite, stadia, university, school, office'),
  'preset:peering': phrases('backbone, core router, ixp, transit, peering'),
  'preset:policed': phrases('rate limit, policer, token bucket, sla'),
  'preset:requests': phrases('asymmetric, adsl, narrow uplink'),
  'preset:one-flow': phrases('sawtooth, aimd, rule of thumb, beginner'),
  'preset:many-flows': phrases('square root, sqrt, stanford rule, many flows'),
  'preset:anomaly': phrases('anomaly, anomalous, udp loss'),
  'preset:dual-pi2': phrases('l4s, prague, dualq'),
  'preset:fq-codel': phrases('cake, sqm, fair queueing'),
  'preset:optical': phrases('optical, photonic, delay line'),
  'command:new-experiment': phrases(
    '10 gb, 10 gb/s, 100 mb/s, 10gb, 10 gbit, 10 gbps, 10g, 25 gb, 40 gb, 100 gb, 1 gb, 1 gbit, 100 mb, 100 mbit, 100 mbps, my link, my ' +
      'network',
  ),
  'command:smallest-buffer': phrases(
    'how large, how big, how much buffer, buffer size, buffer sizing, size a buffer, advisor, optimal buffer',
  ),
  'command:remedies': phrases('fix bufferbloat, remedy, what helps'),
  'command:report': phrases('bug, error, feedback, crash, contact'),
  'command:share': phrases('url, qr, save file, download link'),
  'command:print': phrases('pdf, paper copy'),
  'command:learn': phrases('course, tutorial, teaching'),
  'command:papers': phrases('publications, literature'),
  'command:help': phrases('shortcuts, keyboard, dark mode, light mode'),
  'command:glossary': phrases('definitions, dictionary, terms'),
  'command:welcome': phrases('introduction, begin'),
};

function phrases(text: string): readonly string[] {
  return text.split(', ');
}
