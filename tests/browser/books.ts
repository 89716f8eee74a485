// The books of the server that runs, as the operator proves them.
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';

const root = resolve(import.meta.dirname, '../..');

/** Runs a command of the operator's on the running server's data and gives what it says. */
export function operator(...words: string[]): string {
  const { DATABASE_URL: _, ...env } = process.env;
  const binary = process.env.DAMAS ?? join(root, 'target/debug/damas');
  return execFileSync(binary, [...words, '--data', process.env.DAMAS_BROWSER_DATA ?? ''], { cwd: root, env, encoding: 'utf8' });
}

/** Every account, entry and escrow adds up. */
export function booksAreRight(): void {
  expect(() => operator('ledger', 'check')).not.toThrow();
}
