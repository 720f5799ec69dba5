import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openApi } from './api/client.ts';
import { createAppRouter } from './screens/routes.tsx';
import { beginTheme } from './store/session/theme.ts';
import { Store } from './store/store.ts';
import { StoreProvider, storeWithActions } from './store/use-store.ts';
import './styles.css';

beginTheme();
const store = new Store(openApi());
void store.begin();
const router = createAppRouter();
store.alerts.onOpen((chatId) => void router.navigate({ to: '/chat/$chatId', params: { chatId }, search: {} }));
const place = document.getElementById('app');
if (place) {
  createRoot(place, { onCaughtError: (error) => console.info(error) }).render(
    <StrictMode>
      <StoreProvider value={storeWithActions(store)}>
        <RouterProvider router={router} />
      </StoreProvider>
    </StrictMode>,
  );
}
