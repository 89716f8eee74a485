// The books of the server that runs, as the operator proves them.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';

const root = resolve(import.meta.dirname, '../..');

/** Runs a command of the operator's on the running server's data: how it ended, and what it said. */
export function operator(...words: string[]): { right: boolean; said: string } {
  const { DATABASE_URL: _, ...env } = process.env;
  const binary = process.env.DAMAS ?? join(root, 'target/debug/damas');
  const ran = spawnSync(binary, [...words, '--data', process.env.BROWSER_DATA ?? ''], { cwd: root, env, encoding: 'utf8' });
  return { right: ran.status === 0, said: `${ran.stdout}${ran.stderr}` };
}

/** Every account, entry and escrow adds up. */
export function booksAreRight(): void {
  const { right, said } = operator('ledger', 'check');
  expect(right, said).toBe(true);
}
