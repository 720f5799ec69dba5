import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';
import './gallery.css';

/** The address sets the page's appearance: `?theme=dark&dir=rtl`. */
const query = new URLSearchParams(location.search);
const isRtl = query.get('dir') === 'rtl';
document.documentElement.dir = isRtl ? 'rtl' : 'ltr';
document.documentElement.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light';
/** Links need a router; they lead nowhere. */
const root = createRootRoute({ component: () => <Gallery isRtl={isRtl} />, notFoundComponent: () => null });
const router = createRouter({ routeTree: root, history: createMemoryHistory() });
const container = document.getElementById('app');
if (container) {
  createRoot(container, { onCaughtError: (error) => console.info(error) }).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
