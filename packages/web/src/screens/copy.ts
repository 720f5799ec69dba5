export const routesCopy = {
  screen: 'screen',
  notFoundTitle: 'Page not found',
  notFound: 'It may have been deleted, or the link is incomplete.',
} as const;
