/*
 * Hebrew words that steer the rules, with the English words that the rules know. Topics and names are not here:
 * they stay as they are, and only a table says what they mean.
 */
const meanings: [english: string, hebrew: string][] = [
  ['which', 'איזה איזו אילו אלו מי היכן איפה'],
  ['how', 'איך כיצד'],
  ['how many', 'כמה'],
  ['what', 'מה מהו מהי מהם'],
  ['when', 'מתי'],
  ['why', 'למה מדוע'],
  ['most', 'הכי ביותר הרבה'],
  ['highest', 'גבוה גבוהה גבוהים גבוהות גדול גדולה גדולים מרבי מקסימלי מוביל מובילה'],
  ['lowest', 'נמוך נמוכה נמוכים נמוכות קטן קטנה קטנים מזערי מינימלי'],
  ['fewest', 'מעט'],
  ['more', 'יותר'],
  ['less', 'פחות'],
  ['best', 'טוב טובה טובים'],
  ['worst', 'גרוע גרועה גרועים'],
  ['rank', 'דרג דרגי דירוג'],
  ['rise', 'עלה עלתה עלו עלייה גדל גדלה גדלו צמח צמחה צמיחה זינק'],
  ['fall', 'ירד ירדה ירדו ירידה פחת פחתה צנח צנחה'],
  ['change', 'השתנה השתנתה השתנו שינוי התפתח התפתחה מגמה מגמת'],
  ['total', 'סך סכום סהכ יחד'],
  ['average', 'ממוצע ממוצעת ממוצעים'],
  ['difference', 'הפרש פער הבדל'],
  ['compare', 'השווה השווי השוו השוואה לעומת מול'],
  ['by', 'לפי'],
  ['each', 'כל'],
  ['data', 'נתון נתונים מידע'],
  ['dataset', 'מאגר מאגרים טבלה טבלאות'],
  ['catalog', 'קטלוג'],
  ['report', 'דוח דוחות סקירה סיכום'],
  ['prepare', 'הכן הכיני הכינו כתוב כתבי ערוך ערכי'],
  ['know', 'יודע יודעת'],
  ['there', 'יש קיים קיימים קיימת'],
  ['year', 'שנה שנת שנים'],
  ['city', 'עיר ערים'],
  ['hello', 'שלום היי אהלן בוקר ערב'],
  ['thanks', 'תודה רבה'],
  ['between', 'בין לבין'],
  ['since', 'מאז'],
  ['until', 'עד'],
  ['after', 'אחרי'],
  ['before', 'לפני'],
  ['and', 'גם'],
  ['or', 'או'],
  ['two', 'שתי שני'],
  ['three', 'שלוש שלושת'],
  ['four', 'ארבע ארבעת'],
  ['five', 'חמש חמשת'],
  // Words that carry no topic.
  ['the', 'היה היתה הייתה היו הוא היא הם הן זה זו זאת אלה את של על עם אצל לגבי אודות בערך'],
  ['the', 'מספר כמות אחוז שיעור רמת ערך הערך נא בבקשה הראה הראי הצג הציגי ספר ספרי תן תני לי לנו אני אתה את רוצה לדעת'],
  ['the', 'האם כן רק אבל אך כי אם כאשר שם פה הזה הזאת הכול הכל טוב תגיד תגידי אפשר צריך צריכה'],
  ['the', 'מדד המדד'],
];

export const hebrewGlossary = new Map(
  meanings.toReversed().flatMap(([english, hebrew]) => hebrew.split(' ').map((word) => [word, english] as const)),
);

/** Letters that are glued to the front of a word. */
export const hebrewPrefixes = new Map([
  ['ו', 'and'],
  ['ב', 'in'],
  ['ל', 'to'],
  ['מ', 'from'],
  ['ה', 'the'],
  ['ש', 'that'],
  ['כ', 'as'],
]);
