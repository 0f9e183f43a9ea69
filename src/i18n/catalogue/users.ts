import { defineText } from '../text.ts';
import { usersEn } from './users.en.ts';
import { usersKo } from './users.ko.ts';

/** Messages of the choice of a user. */
export const usersText = defineText(usersEn, usersKo);
