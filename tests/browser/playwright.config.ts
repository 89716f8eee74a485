// Real Chromium against a real server with a private PostgreSQL of its own; see server.ts.
import { defineConfig } from '@playwright/test';

const port = Number(process.env.BROWSER_PORT ?? 8377);
export const origin = `http://127.0.0.1:${port}`;

// the bots use Node's own WebSocket, which is behind a flag before Node 22: the tests' processes are started with it
if (!(process.env.NODE_OPTIONS ?? '').includes('websocket')) process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --experimental-websocket`;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: false,
  workers: 1,
  timeout: 180_000,
  expect: {
    timeout: 15_000,
    // the same Chromium draws edges a little differently on another machine; a missing shape is far more than that
    toHaveScreenshot: { maxDiffPixels: 40, threshold: 0.25 },
  },
  snapshotPathTemplate: '{testDir}/{testFileName}-snapshots/{arg}{ext}',
  reporter: [['list']],
  globalSetup: './server.ts',
  use: {
    baseURL: origin,
    // what it keeps is tried in a test of its own
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
