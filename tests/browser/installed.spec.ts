// The installed page: its shell opens without a line and says so; nothing of the server's answers is kept.
import { expect, test } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

test('the shell opens without a line, says so, and goes on when there is one', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByTestId('no-line')).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
  expect(kept).toContain('/');
  expect(kept.filter((path) => path.startsWith('/api') || path.startsWith('/ws'))).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByTestId('no-line')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the page can be installed: its manifest and icons are there', async ({ request }) => {
  const manifest = await (await request.get('/site.webmanifest')).json() as { start_url: string; icons: { src: string; sizes: string }[] };
  expect(manifest.start_url).toBe('/');
  expect(manifest.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const icon of manifest.icons) expect((await request.get(icon.src)).status(), icon.src).toBe(200);
});
