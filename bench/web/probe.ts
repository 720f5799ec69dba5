/** Runs in the page: frames, pauses, and elements that were drawn again. */
export const probe = `
(() => {
  const probe = { frames: [], repaints: {}, otherBlocks: 0, lastBlocks: 0, isOn: false };
  window.probe = probe;
  let last = 0;
  let touched = new Set();
  const tick = (now) => {
    if (probe.isOn) {
      if (last) probe.frames.push(now - last);
      for (const row of touched) probe.repaints[row] = (probe.repaints[row] ?? 0) + 1;
    }
    touched = new Set();
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const counts = new WeakMap(); // blocks that each text had before
  const elementOf = (node) => (node.nodeType === 1 ? node : node.parentElement);
  new MutationObserver((records) => {
    if (!probe.isOn) return;
    const blocks = new Set();
    for (const { target, type, addedNodes } of records) {
      const element = elementOf(target);
      const words = element?.closest('.words');
      if (!words || element.closest('pre')?.querySelector('[class^=hljs]')) continue;
      const row = element.closest('[data-task]')?.dataset.task;
      if (row) touched.add(row);
      const isNewBlock = type === 'childList' && element === words;
      const block = [...words.children].find((child) => child.contains(element) && child !== words);
      if (!isNewBlock && block) blocks.add(block);
    }
    for (const block of blocks) {
      const place = [...block.parentElement.children].indexOf(block);
      if (place < (counts.get(block.parentElement) ?? 0) - 1) probe.otherBlocks += 1;
      else probe.lastBlocks += 1;
    }
    for (const words of document.querySelectorAll('.words')) counts.set(words, words.children.length);
  }).observe(document, { subtree: true, childList: true, characterData: true });
  probe.begin = () => Object.assign(probe, { frames: [], repaints: {}, otherBlocks: 0, lastBlocks: 0, isOn: true });
  probe.end = () => {
    probe.isOn = false;
    const sorted = [...probe.frames].sort((a, b) => a - b);
    return {
      p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      longestMs: sorted.at(-1) ?? 0,
      frames: sorted.length,
      repaints: Object.values(probe.repaints),
      otherBlocks: probe.otherBlocks,
      lastBlocks: probe.lastBlocks,
    };
  };
})();
`;

/** From the end of the reply that carries the tree to the frame after its rows are in the page. */
export const paintProbe = `
window.painted = new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('main [data-task], main article')) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => {
      const tree = performance.getEntriesByType('resource').find(({ name }) => new URL(name).pathname.endsWith('/tree'));
      resolve({ afterDataMs: performance.now() - tree.responseEnd, elements: document.querySelectorAll('main *').length });
    }));
  };
  requestAnimationFrame(look);
});
`;

export interface Probed {
  p95Ms: number;
  longestMs: number;
  frames: number;
  repaints: number[];
  otherBlocks: number;
  lastBlocks: number;
}
