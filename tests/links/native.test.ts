/** The page opens links that the native engine makes (`engine/native/src/link/write.rs`), and packs the same text. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import * as engine from '../../web/generated/bufferlab_wasm.js';
import type { Preset } from '../../web/types/engine';
import { bytesFromText } from '../../web/url/base64url';
import { decodeLink, encodeLink } from '../../web/url/codec';
import { inflate } from '../../web/url/inflate';

const text = readFileSync(new URL('native.json', import.meta.url), 'utf8');
const links = Object.entries(JSON.parse(text) as Record<string, string>);

beforeAll(() => {
  const wasm = readFileSync(new URL('../../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  engine.initSync({ module: wasm });
});

/** What the page would hand on for a preset. */
function pageLink(id: string): string {
  const { scenario } = (JSON.parse(engine.presets_json()) as Preset[]).find((preset) => preset.id === id)!;
  const encoded = encodeLink(JSON.parse(engine.minimal_json(JSON.stringify(scenario))));
  return encoded.ok ? encoded.fragment : encoded.message;
}

function packedText(fragment: string): string {
  const payload = /^1\.d([\w-]+)\./.exec(fragment)![1]!;
  const inflated = inflate(bytesFromText(payload)!);
  return inflated.ok ? new TextDecoder().decode(inflated.bytes) : inflated.reason;
}

it.each(links)('%s opens and holds what the page would pack', (id, link) => {
  const decoded = decodeLink(`https://bufferlab.example/#${link}`);
  expect(decoded).toMatchObject({ ok: true, scenario: { version: 1 } });
  expect(packedText(link)).toBe(packedText(pageLink(id)));
});
