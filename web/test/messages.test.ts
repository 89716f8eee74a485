import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../src/messages/en';
import { es } from '../src/messages/es';
import { pt } from '../src/messages/pt';

const source = join(import.meta.dirname, '../src');

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === 'messages' ? [] : files(path);
    return /\.(ts|svelte)$/.test(name) && name !== 'protocol.ts' ? [path] : [];
  });
}

const text = files(source).map((path) => readFileSync(path, 'utf8')).join('\n');

describe('the messages', () => {
  it('are the same in each language', () => {
    expect(Object.keys(pt).sort()).toEqual(Object.keys(es).sort());
    expect(Object.keys(en).sort()).toEqual(Object.keys(es).sort());
  });

  it('are all used, and their places are the same in each language', () => {
    const prefixes = [...text.matchAll(/`([a-z_]+_)\$\{/g)].map((found) => found[1] as string);
    const unused = Object.keys(es).filter((key) =>
      !text.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
    const places = (entry: unknown) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();
    for (const key of Object.keys(es) as (keyof typeof es)[]) {
      expect(places(pt[key]), key).toEqual(places(es[key]));
      expect(places(en[key]), key).toEqual(places(es[key]));
    }
  });
});
