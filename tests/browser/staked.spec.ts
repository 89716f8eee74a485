// A whole staked game between two people at two browsers: by clicks and by the keyboard alone, in each language.
import { expect, test } from '@playwright/test';
import { freshName, Person, type Hand } from './people';
import type { Lang } from '../../web/src/messages/kinds';

const CASES: [Lang, Hand, number][] = [
  ['es', 'mouse', 200], ['es', 'keyboard', 6], ['pt', 'mouse', 6], ['pt', 'keyboard', 6], ['en', 'mouse', 6], ['en', 'keyboard', 6],
];

for (const [lang, hand, plies] of CASES) {
  test(`two people play for a stake in ${lang} by ${hand}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const ana = await Person.come(browser, lang, hand, freshName('ana'));
    const beto = await Person.come(browser, lang, hand, freshName('beto'));
    await ana.signUp();
    await beto.signUp();
    await ana.nothingSerious('lobby');

    // ana opens a seat, beto takes it: both confirm every figure first
    await ana.press(ana.page.locator('form button[data-soon="no"]'));
    await ana.nothingSerious('stake');
    await ana.press(ana.page.getByRole('dialog').getByRole('button').last());
    await expect(ana.page.getByText(ana.t('seat_open_title'))).toBeVisible();
    await beto.press(beto.page.getByRole('row', { name: ana.name }).getByRole('button'));
    await expect(beto.page.getByRole('dialog').getByText(beto.t('prize'), { exact: true })).toBeVisible();
    await beto.press(beto.page.getByRole('dialog').getByRole('button').last());
    await expect(beto.page).toHaveURL(/\/g\//);
    await expect(ana.page).toHaveURL(/\/g\//);
    await expect.poll(async () => (await beto.movable()).length).toBeGreaterThan(0); // the taker has White here
    await beto.nothingSerious('game');

    const over = () => ana.page.getByRole('region', { name: ana.t('result') }).isVisible();
    let ply = 0;
    for (; ply < plies && !(await over()); ply++) {
      const mover = ply % 2 === 0 ? beto : ana;
      if ((await mover.movable()).length === 0) {
        await expect.poll(async () => (await mover.movable()).length > 0 || (await over())).toBe(true);
        if (await over()) break;
      }
      await mover.playAnything(ply * 7 + 3);
    }
    if (!(await over())) {
      await beto.press(beto.page.getByRole('button', { name: new RegExp(`^${beto.t('resign')}`) }));
      await beto.press(beto.page.getByRole('group', { name: beto.t('resign_ask') }).getByRole('button', { name: beto.t('resign'), exact: true }));
    }
    for (const person of [ana, beto]) {
      const result = person.page.getByRole('region', { name: person.t('result') });
      await expect(result).toBeVisible();
      await expect(result.getByText(person.t('credited'))).toBeVisible();
      await expect(result.getByRole('heading', { level: 1 })).toHaveText(
        new RegExp(`^(${[person.t('won'), person.t('lost'), person.t('drawn')].join('|')})$`));
      await person.nothingSerious('end');
    }
    await expect(ana.page.locator('html')).toHaveAttribute('lang', lang === 'pt' ? 'pt-BR' : lang);
    await ana.page.context().close();
    await beto.page.context().close();
  });
}
