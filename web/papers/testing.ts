/** A small figure with its result, for tests: a study with two varied fields, one of them categorical, and a model. */

/** Contents of a figure's file. */
export const FIGURE = {
  id: 'vishwanath-f11',
  covers: ['vishwanath-f12'],
  title: 'More buffer, more loss',
  paper: 'vishwanath-2011',
  source: 'Section V-A, Figure 11',
  place: 11,
  topics: ['Anomaly', 'Small buffers'],
  about: 'Loss against buffer.',
  choices: ['Packets have 200 B.'],
  studies: {
    poisson: {
      scenario: 'tiny',
      set: [{ path: 'duration_s', value: 20 }],
      over: [
        'groups.tcp.traffic.pacing.kind=none,deterministic',
        'bottlenecks.r0.queue.limit_bytes=1kB,2kB,11kB',
      ],
      replications: 4,
    },
    long: { scenario: 'tiny', over: ['groups.tcp.count=1,2'] },
  },
  quick: {
    poisson: {
      over: [
        'groups.tcp.traffic.pacing.kind=none,deterministic',
        'bottlenecks.r0.queue.limit_bytes=2kB,11kB',
      ],
      replications: 1,
      set: [{ path: 'warmup_s', value: 5 }],
    },
    long: { skip: true },
  },
  models: { chain: { model: 'mm1b-bulk', set: { udp_load: 0.05 }, over: ['buffer_bytes=1kB:50kB:50'] } },
  charts: [
    {
      id: 'loss',
      title: 'Loss rises from 11 kB on',
      x: {
        path: 'bottlenecks.r0.queue.limit_bytes',
        parameter: 'buffer_bytes',
        label: 'Buffer',
        unit: 'kB',
        per: 1000,
      },
      y: { label: 'UDP loss', scale: 'log' },
      series: [
        {
          id: 'reno',
          label: 'Reno',
          study: 'poisson',
          measure: 'bottlenecks.r0.loss.udp',
          where: { 'groups.tcp.traffic.pacing.kind': 'none' },
        },
        {
          id: 'paced',
          label: 'paced',
          study: 'poisson',
          measure: 'bottlenecks.r0.loss.udp',
          divided_by: 'bottlenecks.r0.utilization',
          where: { 'groups.tcp.traffic.pacing.kind': 'deterministic' },
        },
        { id: 'chain', label: 'chain', model: 'chain', output: 'udp_loss' },
        { id: 'hidden', label: 'hidden', model: 'chain', output: 'tcp_load', drawn: false },
      ],
    },
    {
      id: 'kinds',
      title: 'Pacing helps',
      x: { path: 'groups.tcp.traffic.pacing.kind', label: 'Pacing', categories: ['none', 'even'] },
      y: { label: 'Utilization' },
      series: [
        {
          id: 'use',
          label: 'use',
          study: 'poisson',
          measure: 'bottlenecks.r0.utilization',
          where: { 'bottlenecks.r0.queue.limit_bytes': 2000 },
        },
      ],
    },
  ],
  claims: [
    {
      id: 't240',
      text: 'Loss is least at 11 kB.',
      line: 'T240',
      check: { at_least: [1, 1] },
      tolerance: '3 kB.',
    },
    {
      id: 'model',
      text: 'It rises.',
      line: 'M',
      own: 'model',
      check: { at_least: [1, 1] },
      tolerance: 'None.',
      remark: 'By little.',
      evidence: ['By 1 %.'],
    },
  ],
};

/** Contents of its result's file. */
export const RESULT = {
  id: 'vishwanath-f11',
  engine: '0.1.0',
  date: '2026-11-22',
  quick: false,
  seconds: 12.3,
  runs: 24,
  ['artefact' as string]: '0',
  digest: '0',
  curves: [
    {
      id: 'reno',
      label: 'Reno',
      unit: '',
      points: [
        { x: 1, mean: 0.1, half_width: null, n: 1, min: 0.1, max: 0.1 },
        { x: 2, mean: 0, half_width: 0.5, n: 4, min: 0, max: 0 },
        { x: 11, mean: 0.02, half_width: 0.001, n: 4, min: 0.019, max: 0.021 },
      ],
    },
    {
      id: 'chain',
      label: 'chain',
      unit: '',
      points: [{ x: 1, mean: 0.03, half_width: null, n: 1, min: 0.03, max: 0.03 }],
    },
  ],
  claims: [
    { id: 't240', verdict: 'holds', found: 'x at the minimum of loss: 11 kB' },
    { id: 'model', verdict: 'remark', found: 'from 0.02 to 0.03' },
  ],
};
