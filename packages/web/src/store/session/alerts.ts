import type { Chat, Question, ThreadId } from '@retinue/protocol';
import { alertCopy } from '../copy.ts';
import type { Topics } from '../topics.ts';

/** `blocked`: refused for this site; `missing`: not supported, or the page came over plain HTTP. */
export type AlertsState = 'on' | 'off' | 'blocked' | 'missing';

/** Browser notifications while no tab is visible: a new question, and the end of a chat's work. */
export class Alerts {
  readonly #topics: Topics;
  /** Whether this tab leads and no tab is visible. */
  readonly #mayTell: () => boolean;
  /** Chats whose question was told of: their row may have been sent only before it or after it was answered. */
  readonly #asking = new Set<ThreadId>();
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

  /** Must be called from a click: browsers ask for permission only then. */
  async turnOn(): Promise<void> {
    localStorage.setItem(place, 'on');
    if (Notification.permission === 'default') await Notification.requestPermission();
    this.#topics.tell('alerts');
  }

  turnOff(): void {
    localStorage.removeItem(place);
    this.#topics.tell('alerts');
  }

  /** Sets what a click on a notification opens. */
  onOpen(open: (chatId: ThreadId) => void): void {
    this.#open = open;
  }

  /** A question may come before the row of its chat, so the title is its own. */
  takeQuestions(added: readonly Question[]): void {
    for (const { questionId, chatId, text, path } of added) {
      this.#asking.add(chatId);
      this.#show(chatId, questionId, alertCopy.waiting(path[0]?.title ?? alertCopy.untitledChat), text);
    }
  }

  takeRow(before: Chat | null, now: Chat): void {
    if (now.status !== 'idle' && now.status !== 'failed') return;
    const wasAsking = this.#asking.delete(now.chatId);
    const wasOpen = wasAsking || before?.status === 'active' || before?.status.startsWith('waiting');
    if (!wasOpen) return;
    const isFailed = now.status === 'failed';
    const title = isFailed ? alertCopy.failed(now.title) : alertCopy.done(now.title);
    this.#show(now.chatId, `${now.chatId} end`, title, isFailed ? alertCopy.failedText : alertCopy.doneText);
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
      // Some phones allow notifications only in a service worker. The title and the inbox still show it.
    }
  }
}

const place = 'retinue.alerts';
