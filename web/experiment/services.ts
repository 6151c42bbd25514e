/** Traffic of each service. */
import { todaysTcp, type Traffic } from '../scenario/senders';
import type { Answers, Service } from './answers';

/** Rate of a call with G.711 every 20 ms, headers of RTP, UDP and IPv4 included, b/s. */
export const CALL_BPS = 80e3;

/** Rate of a video call in high definition, b/s. */
const VIDEO_CALL_BPS = 2.5e6;

/** Rate of the packets of a player, b/s: 80 bytes every 40 ms (`engine/core/src/traffic/game.rs`). */
const GAME_BPS = 16e3;

/** Connections of a browser to a server, as in most browsers since 2010. Each is a flow. */
const CONNECTIONS = 6;

/** Returns the number of flows of the users of a service. */
export function flowsOf(service: Service, { services }: Answers): number {
  return services[service] * (service === 'web' ? CONNECTIONS : 1);
}

/** Returns the traffic of one user of a service. */
export function trafficOf(service: Service, answers: Answers): Traffic {
  switch (service) {
    case 'call':
      return { kind: 'call' };
    case 'video_call':
      return constant(videoCallRate(answers), 1000, 0.4);
    case 'game':
      return { kind: 'game' };
    case 'web':
      return tcp(answers, { kind: 'web_page', connections: CONNECTIONS });
    case 'video':
      return tcp(answers, { kind: 'adaptive_video' });
    case 'backup':
      return tcp(answers);
  }
}

/**
 * Returns a source with a constant rate (b/s). Its packets have a mean size in bytes and differ by up to the share
 * `spread`, so that the gaps of several sources differ, as those of real devices do.
 */
function constant(rate_bps: number, mean_bytes: number, spread: number): Traffic {
  const packet_bytes = { uniform: [mean_bytes * (1 - spread), mean_bytes * (1 + spread)] };
  return { kind: 'cbr', rate_bps, packet_bytes };
}

/** Returns a TCP sender as in today's systems, with the chosen controller; its data never ends without a workload. */
export function tcp({ controller, rate_bps }: Answers, workload?: Traffic): Traffic {
  return todaysTcp(controller, rate_bps, workload);
}

/** Returns the rate of a video call, b/s: all of them use at most half of the link, as they adapt to its rate. */
export function videoCallRate({ rate_bps, services }: Answers): number {
  const share = rate_bps / 2 / Math.max(1, services.video_call);
  return Number(Math.min(VIDEO_CALL_BPS, share).toPrecision(2));
}

/** Returns the rate that calls, video calls and games send whatever happens, b/s. */
export function constantRate(answers: Answers): number {
  const { call, video_call, game } = answers.services;
  return call * CALL_BPS + (video_call > 0 ? video_call * videoCallRate(answers) : 0) + game * GAME_BPS;
}
