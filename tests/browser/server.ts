// Starts `damas serve` with a fresh data folder for the whole run, and stops it afterwards.
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { origin } from './playwright.config.ts';

export default async function start(): Promise<() => Promise<void>> {
  const root = resolve(import.meta.dirname, '../..');
  const data = mkdtempSync(join(tmpdir(), 'damas-browser-'));
  // the private PostgreSQL runs as another user when this is root: it has to reach its folder
  if (process.getuid?.() === 0) (await import('node:fs')).chmodSync(data, 0o755);
  const log = openSync(join(root, 'target/browser-server.log'), 'w');
  const binary = process.env.DAMAS ?? join(root, 'target/debug/damas');
  const server = spawn(binary, ['serve', '--listen', new URL(origin).host, '--data', data], {
    cwd: root,
    // making endgame tables takes both cores from what is tried here; matches may start soon; all people come from one address
    env: { ...process.env, DAMAS_PRACTICE__BOT_TABLE_PIECES: '0', DAMAS_RIVALS__MIN_LEAD_S: '60', DAMAS_PRACTICE__GAMES_PER_ADDRESS: '500' },
    stdio: ['ignore', log, log],
  });
  process.env.BROWSER_DATA = data;
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (server.exitCode !== null) throw new Error('the server ended: see target/browser-server.log');
    const ready = await fetch(`${origin}/readyz`).then((answer) => answer.ok, () => false);
    if (ready) break;
    if (Date.now() > deadline) throw new Error('the server is not ready after a minute');
    await new Promise((wait) => setTimeout(wait, 200));
  }
  return async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
}
