// Pictures of the board in each of its states and each theme, compared with those in `board/`. The board stands alone
// on a page of the tests, which the client's own tools serve.
import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test, type Page } from '@playwright/test';

const port = Number(process.env.BOARD_PORT ?? 8379);
const web = resolve(import.meta.dirname, '../../web');
const THEMES = ['mar', 'evolution', 'linea', 'tinta', 'contrast'] as const;

/** What is written in the squares has the colours of other marks: one theme shows it. */
const ONE_THEME: readonly string[] = ['inside', 'numeric', 'ten'];

/** What a hand does before the picture is taken. */
const HANDS: Record<string, (page: Page) => Promise<void>> = {
  can_move: async () => undefined,
  chosen: (page) => page.locator('[data-square="a1"]').click(),
  must_capture: async () => undefined,
  capturing: async (page) => {
    await page.locator('[data-square="c3"]').click();
    await page.locator('[data-square="e5"]').click();
    // the piece is there once it has glided
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  },
  last_move: async () => undefined,
  last_capture: async () => undefined,
  waiting: async () => undefined,
  premove: async () => undefined,
  hint: async () => undefined,
  king: async () => undefined,
  focus: async (page) => {
    await page.keyboard.press('Tab');
    await expect(page.locator('[data-square="c3"]')).toBeFocused();
  },
  inside: async () => undefined,
  numeric: async () => undefined,
  ten: async () => undefined,
};

let server: ChildProcess;
test.beforeAll(async () => {
  server = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(port), '--strictPort'], { cwd: web, stdio: 'ignore' });
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/test/stand/index.html`).then((answer) => answer.ok, () => false), { timeout: 60_000 }).toBe(true);
});
test.afterAll(() => {
  server.kill();
});

test.use({ viewport: { width: 360, height: 640 }, deviceScaleFactor: 1, locale: 'es-CO', colorScheme: 'light' });

for (const [state, hand] of Object.entries(HANDS)) {
  test(`the board looks as it should: ${state}`, async ({ page }) => {
    page.on('pageerror', (error) => { throw error; });
    for (const theme of ONE_THEME.includes(state) ? THEMES.slice(0, 1) : THEMES) {
      await page.goto(`http://127.0.0.1:${port}/test/stand/index.html?state=${state}&board=${theme}`);
      await expect(page.locator('body')).toHaveAttribute('data-ready', 'yes', { timeout: 60_000 });
      await page.mouse.move(0, 600);
      await hand(page);
      await expect(page.getByTestId('board')).toHaveScreenshot(`${state}-${theme}.png`);
    }
  });
}
