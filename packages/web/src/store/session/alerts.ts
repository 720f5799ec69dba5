import type { Chat, Question, ThreadId } from '@retinue/protocol';
import type { Topics } from '../topics.ts';

/** `blocked`: the browser was told no for this site; `missing`: it can't, or the page came over plain HTTP. */
export type AlertsState = 'on' | 'off' | 'blocked' | 'missing';

/** The browser's own notifications, for whoever looks elsewhere: a new question, and a chat that has come to its end. */
export class Alerts {
  readonly #topics: Topics;
  /** Whether this tab is the one that speaks, and nobody looks at any. */
  readonly #mayTell: () => boolean;
  #open: (chatId: ThreadId) => void = () => {};

  constructor(topics: Topics, mayTell: () => boolean) {
    this.#topics = topics;
    this.#mayTell = mayTell;
  }

  get state(): AlertsState {
    if (typeof Notification === 'undefined' || !isSecureContext) return 'missing';
    if (Notification.permission === 'denied') return 'blocked';
    return Notification.permission === 'granted' && localStorage.getItem(place) === 'on' ? 'on' : 'off';
  }

  /** Only ever from a press of a button. */
  async turnOn(): Promise<void> {
    localStorage.setItem(place, 'on');
    if (Notification.permission === 'default') await Notification.requestPermission();
    this.#topics.tell('alerts');
  }

  turnOff(): void {
    localStorage.removeItem(place);
    this.#topics.tell('alerts');
  }

  /** Where a press on a notification leads. */
  onOpen(open: (chatId: ThreadId) => void): void {
    this.#open = open;
  }

  takeQuestions(before: readonly Question[], now: readonly Question[], titleOf: (chatId: ThreadId) => string): void {
    const known = new Set(before.map(({ questionId }) => questionId));
    for (const { questionId, chatId, text } of now) {
      if (!known.has(questionId)) this.#show(chatId, questionId, `Needs you: ${titleOf(chatId)}`, text);
    }
  }

  takeRow(before: Chat | null, now: Chat): void {
    if (before?.status !== 'active' || (now.status !== 'idle' && now.status !== 'failed')) return;
    const words = now.status === 'failed' ? 'It failed. Open it to see why, or to try again.' : 'The answer is there.';
    this.#show(now.chatId, `${now.chatId} end`, `${now.status === 'failed' ? 'Failed' : 'Done'}: ${now.title}`, words);
  }

  #show(chatId: ThreadId, tag: string, title: string, body: string): void {
    if (this.state !== 'on' || !this.#mayTell()) return;
    try {
      const shown = new Notification(title, { body, tag, icon: '/favicon.ico' });
      shown.onclick = () => {
        window.focus();
        shown.close();
        this.#open(chatId);
      };
    } catch {
      // Some phones allow them only to a service worker; the title and the inbox tell it there.
    }
  }
}

const place = 'retinue.alerts';
