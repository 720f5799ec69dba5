import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openApi } from './api/client.ts';
import { createAppRouter } from './screens/routes.tsx';
import { Store } from './store/store.ts';
import { beginTheme } from './store/theme.ts';
import { provided, StoreProvider } from './store/use-store.ts';
import './styles.css';

beginTheme();
const store = new Store(openApi());
void store.begin();
const router = createAppRouter();
const place = document.getElementById('app');
if (place) {
  createRoot(place, { onCaughtError: (error) => console.info(error) }).render(
    <StrictMode>
      <StoreProvider value={provided(store)}>
        <RouterProvider router={router} />
      </StoreProvider>
    </StrictMode>,
  );
}
