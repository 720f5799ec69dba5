/**
 * The header in which a page shows that it is of this server's origin. A cookie goes to every port of a host, and any of
 * them could send it on; the key lies in the storage of one origin.
 */
export const pageKeyHeader = 'retinue-page-key';
