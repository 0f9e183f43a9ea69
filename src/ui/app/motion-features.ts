import { domMin } from 'framer-motion';

/** What `m.*` components can do, loaded after the first paint. */
export const motionFeatures = domMin;
