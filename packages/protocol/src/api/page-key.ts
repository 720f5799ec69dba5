/**
 * The header in which a page proves that it is of this server's origin. A browser sends a cookie to every port of a
 * host, and any of them could replay it; the key is in the storage of one origin.
 */
export const pageKeyHeader = 'retinue-page-key';
