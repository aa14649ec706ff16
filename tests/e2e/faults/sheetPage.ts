import type { Locator, Page } from 'playwright';
import { text } from '../../support/texts.ts';

/**
 * The questionnaire of the fault tests and of the random schedules: every kind of control that a person types into or taps, one of them
 * conditional and one in a repeating group, so that each fault is tested with them.
 */
export const scheduleSheet = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/tests/schedule-sheet',
  title: 'Schedule sheet',
  status: 'active',
  item: [
    {
      linkId: 'mood',
      text: 'Mood today',
      type: 'choice',
      answerOption: ['Bright', 'Mixed', 'Low'].map((display, index) => ({
        valueCoding: { code: `m${index}`, display },
      })),
    },
    { linkId: 'sleep', text: 'Slept through the night', type: 'boolean' },
    { linkId: 'line', text: 'One line', type: 'string' },
    {
      linkId: 'note',
      text: 'Longer note',
      type: 'text',
      enableWhen: [{ question: 'line', operator: '!=', answerString: 'nothing to add' }],
    },
    {
      linkId: 'drinks',
      text: 'Drinks',
      type: 'group',
      repeats: true,
      item: [{ linkId: 'count', text: 'Cups of water', type: 'integer' }],
    },
  ],
};

export const fields = ['mood', 'sleep', 'line', 'note', 'count'] as const;
export type FieldName = (typeof fields)[number];
/** What the page shows in each field; empty text for nothing. */
export type Shown = Readonly<Record<FieldName, string>>;
export const nothingShown: Shown = { mood: '', sleep: '', line: '', note: '', count: '' };

const labels = {
  mood: /^Mood today/,
  sleep: /^Slept through the night/,
  line: /^One line/,
  note: /^Longer note/,
  count: /^Cups of water/,
} as const;
const isTapped = (name: FieldName): name is 'mood' | 'sleep' => name === 'mood' || name === 'sleep';

/** What the page of a questionnaire shows. */
export type SheetState =
  | 'filling'
  | 'elsewhere'
  | 'waiting'
  | 'sent'
  | 'already'
  | 'closed'
  | 'login'
  | 'unlock'
  | 'list'
  | 'emptyList'
  | 'sending'
  | 'failed';

/** The page of one assigned questionnaire as a person meets it, found by roles and words. */
export class SheetPage {
  readonly page: Page;
  private readonly origin: string;
  private readonly assigned: number;
  private readonly who: { readonly username: string; readonly password: string };

  constructor(
    page: Page,
    origin: string,
    assigned: number,
    who: { readonly username: string; readonly password: string },
  ) {
    this.page = page;
    this.origin = origin;
    this.assigned = assigned;
    this.who = who;
  }

  private field(name: FieldName): Locator {
    return isTapped(name)
      ? this.page.getByRole('radiogroup', { name: labels[name] })
      : this.page.getByRole('textbox', { name: labels[name] });
  }

  async enter(name: FieldName, value: string): Promise<void> {
    if (isTapped(name)) await this.field(name).getByRole('radio', { name: value, exact: true }).check();
    else await this.field(name).fill(value);
  }

  /** All answers that the page shows, read at one moment. */
  async shown(): Promise<Shown> {
    const all = { ...nothingShown };
    for (const name of fields) {
      const element = this.field(name);
      all[name] = isTapped(name)
        ? await element.evaluate(
            (group) => group.querySelector('input:checked')?.closest('label')?.textContent?.trim() ?? '',
          )
        : await element.inputValue();
    }
    return all;
  }

  private chip(): Locator {
    return this.page
      .getByText(text('questionnaires.saved'), { exact: true })
      .or(this.page.getByText(text('questionnaires.savedOnDevice'), { exact: true }));
  }

  /** True when the page says at this moment that what was typed last is saved. */
  async saysSaved(): Promise<boolean> {
    // The page must have handled the last keystroke before its words are read.
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return (await this.chip().count()) > 0;
  }

  async waitUntilSaved(): Promise<void> {
    await this.chip().waitFor({ timeout: 30_000 });
  }

  /** The link or button that leads from the list to the one open questionnaire. */
  private wayIn(): Locator {
    const words = (['questionnaires.toDoStart', 'core.continue', 'questionnaires.show'] as const).map((key) =>
      text(key),
    );
    const name = new RegExp(`^(${words.join('|')})`);
    return this.page
      .locator('main')
      .getByRole('button', { name })
      .or(this.page.locator('main').getByRole('link', { name }));
  }

  async open(): Promise<SheetState> {
    await this.page.goto(`${this.origin}/complete-questionnaire?assignedQuestionnaireId=${this.assigned}`, {
      waitUntil: 'commit',
    });
    return this.comeBack();
  }

  async reload(): Promise<SheetState> {
    await this.page.reload({ waitUntil: 'commit' });
    return this.comeBack();
  }

  async send(): Promise<SheetState> {
    await this.page.getByRole('button', { name: text('questionnaires.sendAnswers') }).click();
    for (const until = Date.now() + 5000; Date.now() < until; await this.page.waitForTimeout(50)) {
      const place = await this.place();
      if (place !== null && place !== 'filling') return place;
      if (await this.page.getByText(text('bar.questionnairesendfailed')).isVisible()) return 'filling';
    }
    // On a network without answers the submit is still on its way, neither sent nor failed.
    return 'sending';
  }

  async takeOver(): Promise<void> {
    await this.page.getByRole('button', { name: text('questionnaires.continueHere') }).click();
    await this.page
      .getByText(text('questionnaires.elsewhereTitle'), { exact: true })
      .first()
      .waitFor({ state: 'hidden' });
  }

  /** Which place the page is at; null while it is loading. */
  async place(): Promise<SheetState | null> {
    const { page } = this;
    const { pathname } = new URL(page.url());
    const sees = (locator: Locator) => locator.first().isVisible();
    const words = (key: Parameters<typeof text>[0]) => sees(page.getByText(text(key), { exact: true }));
    if (pathname === '/questionnaire-scoring' && (await sees(page.getByRole('heading', { level: 1 })))) return 'sent';
    if (pathname === '/login') {
      if (await sees(page.getByRole('button', { name: text('session.unlock'), exact: true }))) return 'unlock';
      if (await sees(page.getByRole('button', { name: text('core.logIn'), exact: true }))) return 'login';
      // The page first reports what the browser deleted; unlocking comes after that.
      const lost = page.getByRole('button', { name: text('session.lostAgain'), exact: true });
      if (await sees(lost)) await lost.click({ timeout: 3000 }).catch(() => undefined);
      return null;
    }
    if (pathname === '/questionnaires')
      return (await sees(this.wayIn()))
        ? 'list'
        : (await sees(page.getByRole('heading', { level: 1 })))
          ? 'emptyList'
          : null;
    if (await words('questionnaires.elsewhereTitle')) return 'elsewhere';
    if ((await words('questionnaires.waitingToSend')) || (await words('questionnaires.sending'))) return 'waiting';
    if (await words('questionnaires.alreadyTitle')) return 'already';
    if (await sees(page.getByText(text('questionnaires.sentBeforeText'), { exact: true }))) return 'already';
    if (await words('questionnaires.closedTitle')) return 'closed';
    if (await words('questionnaires.sent')) return 'sent';
    if (
      (await words('questionnaires.openFailed')) ||
      (await words('questionnaires.openOffline')) ||
      // The result of a submitted questionnaire, which only the facility has.
      (await words('records.offlineText'))
    )
      return 'failed';
    if (!(await sees(this.field('count')))) return null;
    // The page may have appeared or gone between these reads. One can type only if the field is there and not inert.
    return (await this.field('count').evaluateAll((fields) =>
      fields.some((field) => field.closest('[inert]') === null),
    ))
      ? 'filling'
      : null;
  }

  /** Signs in or unlocks. Where the device has an offline copy of this person, only the password is asked for. */
  async passLogin(place: 'login' | 'unlock'): Promise<void> {
    const { page, who } = this;
    const username = page.locator('input[autocomplete^=username]');
    const button = page.getByRole('button', {
      name: text(place === 'login' ? 'core.logIn' : 'session.unlock'),
      exact: true,
    });
    try {
      if (await username.isVisible()) await username.fill(who.username, { timeout: 3000 });
      await page.locator('input[autocomplete=current-password]').fill(who.password, { timeout: 3000 });
      await button.click({ timeout: 3000 });
      await page.waitForURL((url) => url.pathname !== '/login', { timeout: 20_000 });
    } catch {
      // The network changed while the form was filled in; the caller looks again.
    }
  }

  /** Goes to the questionnaire from wherever the page came up: signs in, unlocks, or opens it from the list. */
  async comeBack(): Promise<SheetState> {
    let tries = 0;
    let emptySince: number | null = null;
    for (const until = Date.now() + 60_000; Date.now() < until; await this.page.waitForTimeout(40)) {
      const place = await this.place();
      if (place === null) continue;
      if (place === 'emptyList') {
        // While the network gives no answer, the facility's list does not come; what is on the device is there at once.
        emptySince ??= Date.now();
        if (Date.now() - emptySince > 6000) return 'failed';
        continue;
      }
      if (place === 'login' || place === 'unlock') {
        tries += 1;
        if (tries > 5) return place;
        await this.passLogin(place);
        continue;
      }
      if (place === 'list') {
        await this.wayIn()
          .first()
          .click({ timeout: 3000 })
          .catch(() => undefined);
        continue;
      }
      return place;
    }
    throw new Error(`The page did not come back: ${this.page.url()}\n${await this.page.locator('body').innerText()}`);
  }
}
