// The pages as they look, narrow and wide, for docs/look: only with LOOK=1, for a person to judge beside the mocks.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { announce } from './announce';
import { freshName, Person } from './people';

const FOLDER = join(import.meta.dirname, '../../docs/look');
const WIDTHS = [{ width: 390, height: 844 }, { width: 1440, height: 900 }];

test.skip(process.env.LOOK === undefined, 'LOOK=1 takes the pictures');

for (const viewport of WIDTHS) {
  test(`pages at ${viewport.width} px`, async ({ browser }) => {
    test.setTimeout(300_000);
    mkdirSync(FOLDER, { recursive: true });
    const ana = await Person.come(browser, 'es', 'mouse', freshName('ana'), viewport);
    const beto = await Person.come(browser, 'es', 'mouse', freshName('beto'));
    for (const one of [ana, beto]) await one.page.emulateMedia({ reducedMotion: 'reduce' });
    const { page } = ana;
    const take = async (name: string): Promise<void> => {
      await expect(page.getByText(ana.t('loading'), { exact: true })).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(FOLDER, `${name}-${viewport.width}.png`) });
    };
    const open = async (path: string, name: string): Promise<void> => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await take(name);
    };
    await open('/', 'inicio');
    await open('/practice', 'practica');
    await open('/rules/brazilian#majority', 'reglas');
    await open('/editor', 'editor');
    await open('/puzzles', 'problemas');
    for (const one of [ana, beto]) await one.signUp();
    await open('/account', 'cuenta');
    const cup = announce({ name: 'Copa del domingo', format: 'format = "knockout"\nthird_place = true', prizes: [50, 30, 20], contribution: 1_500, fee: 150, checkInAfter: 600, startAfter: 900 });
    await open(`/t/${cup}`, 'torneo');
    await open('/tournaments', 'torneos');
    await open('/ratings', 'clasificacion');
    await open('/notices', 'avisos');
    await open(`/players/${beto.name}`, 'jugador');

    await beto.opens('nav_rivals');
    await beto.press(beto.page.getByRole('link', { name: beto.t('challenge_new') }));
    await beto.fill(beto.t('challenge_name'), ana.name);
    await beto.press(beto.page.getByTestId('challenge-send'));
    await expect(beto.page).toHaveURL(/\/m\//);
    await open(new URL(beto.page.url()).pathname, 'rival');
    await ana.press(page.getByRole('button', { name: ana.t('match_decline'), exact: true }));
    await open('/rivals', 'rivales');

    await beto.opens('nav_play');
    await beto.openSeat();
    await page.goto('/play');
    const seat = page.getByRole('main').getByRole('button', { name: new RegExp(beto.name) }).first();
    await expect(seat).toBeVisible();
    await take('vestibulo');
    await seat.click();
    await expect(page.getByTestId('stake-confirm')).toBeVisible();
    await take('apuesta');
    await page.getByTestId('stake-confirm').click();
    await expect(page).toHaveURL(/\/g\//);
    for (let move = 0; move < 3; move++) {
      await expect.poll(async () => (await ana.movable()).length + (await beto.movable()).length).toBeGreaterThan(0);
      await ((await ana.movable()).length > 0 ? ana : beto).playAnything(move);
    }
    await expect.poll(async () => (await ana.movable()).length + (await beto.movable()).length).toBeGreaterThan(0);
    await take('partida');
    await beto.resign();
    await expect(page.getByTestId('result')).toBeVisible();
    await expect(page.getByTestId('balance')).toBeVisible();
    await take('fin');
    for (const one of [ana, beto]) await one.page.context().close();
  });
}
