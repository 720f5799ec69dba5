import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { unpainted } from './browser.ts';

/** Watches a browser for anything that text must not be able to do. */
export interface Guard {
  /** Nothing ran, nothing left the origin, and nothing dangerous is in the page. */
  assertHarmless(where: string): Promise<void>;
}

export async function guard(context: BrowserContext, page: Page, origin: string): Promise<Guard> {
  const seen: string[] = [];
  const note = (address: string) => {
    if (!address.startsWith(`${origin}/`) && !address.startsWith('data:')) seen.push(`asked for ${address}`);
  };
  context.on('request', (request) => note(request.url()));
  context.on('page', (opened) => void seen.push(`opened ${opened.url()}`));
  page.on('dialog', (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => note(frame.url()));
  const session = await context.newCDPSession(page);
  // A browser does not always report a prefetch as a request of the page.
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => note(request.url));
  await context.addInitScript(unpainted);
  await context.addInitScript(listen);
  await page.reload();
  return {
    async assertHarmless(where) {
      const found = (await page.evaluate(`(${audit})()`)) as string[];
      assert.deepEqual([...seen, ...found], [], where);
    },
  };
}

const listen = `{
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile, lineNumber, columnNumber }) => {
    violations.push('a violation of ' + violatedDirective + ': ' + blockedURI + ' ' + sample + ' ' + [sourceFile, lineNumber, columnNumber].join(':'));
  });
  for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => void violations.push(name + ' was called');
}`;

/** Runs in the page: every forbidden element and attribute. */
const audit = `function () {
  const found = [...window.violations];
  const forbidden = 'script, style, link, meta, base, iframe, frame, object, embed, portal, video, audio, source, track, picture, math, template, marquee, area, foreignObject, animate, use, image';
  for (const element of document.body.querySelectorAll(forbidden)) {
    if (!(element.tagName === 'SCRIPT' && element.src.startsWith(location.origin + '/'))) found.push('an element: ' + element.outerHTML.slice(0, 200));
  }
  for (const image of document.querySelectorAll('img, input[type=image]')) {
    if (image.getAttribute('src') !== '/favicon.ico') found.push('an image: ' + image.outerHTML);
  }
  const addresses = ['href', 'src', 'srcset', 'action', 'formaction', 'xlink:href', 'poster', 'background', 'ping', 'cite', 'srcdoc'];
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push('a handler: ' + element.outerHTML.slice(0, 200));
      if (name === 'style' && /url|expression|@import/i.test(value)) found.push('a style: ' + value);
      if (addresses.includes(name) && !/^(https?:\\/\\/|mailto:|\\/(?!\\/)|#)/.test(value)) found.push(name + ' is ' + value);
      if (['srcset', 'action', 'formaction', 'ping', 'srcdoc', 'background', 'poster'].includes(name)) found.push(name + ' is ' + value);
    }
    if (element.tagName === 'A' && new URL(element.href).origin !== location.origin) {
      if (!/noopener/.test(element.rel) || !/noreferrer/.test(element.rel)) found.push('a link that tells where it came from: ' + element.outerHTML.slice(0, 200));
    }
  }
  if (window.getSelection === undefined || typeof document.getElementById !== 'function') found.push('the document was clobbered');
  return found;
}`;
