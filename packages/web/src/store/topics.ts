/** Subscriptions by topic: a change reaches only the components that show it. */
export class Topics {
  readonly #listeners = new Map<string, Set<() => void>>();

  listen(topic: string, listener: () => void): () => void {
    const listeners = this.#setOf(topic);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  tell(topic: string): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener();
  }

  #setOf(topic: string): Set<() => void> {
    const known = this.#listeners.get(topic);
    if (known) return known;
    const made = new Set<() => void>();
    this.#listeners.set(topic, made);
    return made;
  }
}
