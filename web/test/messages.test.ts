import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { en as enCore } from '../src/messages/en';
import { es as esCore } from '../src/messages/es';
import { enEvents } from '../src/messages/events.en';
import { esEvents } from '../src/messages/events.es';
import { ptEvents } from '../src/messages/events.pt';
import { enGuide } from '../src/messages/guide.en';
import { esGuide } from '../src/messages/guide.es';
import { ptGuide } from '../src/messages/guide.pt';
import { pt as ptCore } from '../src/messages/pt';
import { enStudy } from '../src/messages/study.en';
import { esStudy } from '../src/messages/study.es';
import { ptStudy } from '../src/messages/study.pt';
import { enTrainer } from '../src/messages/trainer.en';
import { esTrainer } from '../src/messages/trainer.es';
import { ptTrainer } from '../src/messages/trainer.pt';

const tables = [esCore, esEvents, esGuide, esStudy, esTrainer];
const es = { ...esCore, ...esEvents, ...esGuide, ...esStudy, ...esTrainer };
const pt = { ...ptCore, ...ptEvents, ...ptGuide, ...ptStudy, ...ptTrainer };
const en = { ...enCore, ...enEvents, ...enGuide, ...enStudy, ...enTrainer };

const source = join(import.meta.dirname, '../src');

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === 'messages' ? [] : files(path);
    return /\.(ts|svelte)$/.test(name) && name !== 'protocol.ts' ? [path] : [];
  });
}

const text = files(source).map((path) => readFileSync(path, 'utf8')).join('\n');

/** Words in a component that a person would read or hear and that come from no table. */
function strayWords(path: string): string[] {
  const found: string[] = [];
  const spoken = ['aria-label', 'aria-description', 'title', 'alt', 'placeholder'];
  const look = (node: unknown, attribute: string | null): void => {
    if (Array.isArray(node)) return node.forEach((one) => look(one, attribute));
    if (typeof node !== 'object' || node === null) return;
    const { type, name, data } = node as { type?: string; name?: string; data?: string };
    if (type === 'Text' && (attribute === null || spoken.includes(attribute)) && /\p{L}/u.test(data ?? '')) found.push(data ?? '');
    for (const value of Object.values(node)) look(value, type === 'Attribute' ? (name ?? '') : attribute);
  };
  look(parse(readFileSync(path, 'utf8'), { modern: true }).fragment, null);
  return found;
}

describe('the messages', () => {
  it('are the only words on a page', () => {
    const components = files(source).filter((path) => path.endsWith('.svelte'));
    expect(components.length).toBeGreaterThan(20);
    for (const path of components) expect(strayWords(path), path).toEqual([]);
  }, 30_000);

  it('are each in one table only', () => {
    expect(Object.keys(es).length).toBe(tables.flatMap((table) => Object.keys(table)).length);
  });

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
