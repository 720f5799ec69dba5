export const routesCopy = {
  notFoundTitle: 'Page not found',
  notFound: 'The page may have been deleted, or the link is incomplete.',
} as const;
