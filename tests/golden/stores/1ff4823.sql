
CREATE TABLE public.blob (
    hash text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL
);

CREATE TABLE public.blob_use (
    id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.damage (
    thread_id text NOT NULL,
    root_id text NOT NULL,
    seq bigint,
    reason text NOT NULL,
    found_at bigint NOT NULL
);

CREATE TABLE public.log_event (
    "position" bigint NOT NULL,
    root bigint NOT NULL,
    thread bigint NOT NULL,
    seq bigint NOT NULL,
    type bigint NOT NULL,
    at bigint NOT NULL,
    actor text,
    command_id text,
    data text NOT NULL,
    checksum bigint
);

CREATE TABLE public.thread_number (
    number bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE VIEW public.event AS
 SELECT log_event."position",
    log_event.root,
    log_event.thread,
    own.workspace_id,
    chat.id AS root_id,
    own.id AS thread_id,
    log_event.seq,
    log_event.type,
    log_event.at,
    COALESCE(log_event.actor, 'engine'::text) AS actor,
    log_event.command_id,
    log_event.data,
    log_event.checksum
   FROM ((public.log_event
     CROSS JOIN LATERAL ( SELECT thread_number.id,
            thread_number.workspace_id
           FROM public.thread_number
          WHERE (thread_number.number = log_event.thread)
         LIMIT 1) own)
     CROSS JOIN LATERAL ( SELECT thread_number.id
           FROM public.thread_number
          WHERE (thread_number.number = log_event.root)
         LIMIT 1) chat);

CREATE TABLE public.log_head (
    "position" bigint NOT NULL,
    commit_id text DEFAULT ''::text NOT NULL
);

CREATE TABLE public.question (
    id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    thread_id text NOT NULL COLLATE pg_catalog."C",
    call_id text NOT NULL COLLATE pg_catalog."C",
    step bigint NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    options text NOT NULL,
    status text NOT NULL,
    answer text,
    asked_at bigint NOT NULL,
    answered_at bigint,
    is_for_person bigint DEFAULT 0 NOT NULL,
    asked_position bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.record (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    data text NOT NULL,
    updated_at bigint NOT NULL,
    checksum bigint
);

CREATE TABLE public.request (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    request text NOT NULL,
    reply text NOT NULL,
    at bigint NOT NULL
);

CREATE TABLE public.search_entry (
    id bigint NOT NULL,
    thread_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    step bigint,
    kind text NOT NULL,
    at bigint NOT NULL,
    vector tsvector NOT NULL
);

CREATE TABLE public.search_place (
    version bigint NOT NULL,
    "position" bigint NOT NULL,
    mark text
);

CREATE TABLE public.search_thread (
    id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    task_id text COLLATE pg_catalog."C",
    title text NOT NULL,
    agent_id text NOT NULL,
    agent_name text NOT NULL,
    is_hidden bigint NOT NULL
);

CREATE TABLE public.store_note (
    name text NOT NULL,
    data text NOT NULL
);

CREATE TABLE public.store_version (
    version bigint NOT NULL
);

CREATE TABLE public.task (
    id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    parent_thread_id text NOT NULL COLLATE pg_catalog."C",
    call_id text NOT NULL COLLATE pg_catalog."C",
    child_thread_id text NOT NULL COLLATE pg_catalog."C",
    retry_of text,
    attempt bigint NOT NULL,
    agent_id text NOT NULL,
    title text NOT NULL,
    instruction text NOT NULL,
    turn bigint NOT NULL,
    status text NOT NULL,
    result text,
    reason text,
    usage text,
    opened_at bigint NOT NULL,
    ended_at bigint,
    is_empty bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.thread (
    id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    parent_thread_id text COLLATE pg_catalog."C",
    task_id text COLLATE pg_catalog."C",
    depth bigint NOT NULL,
    agent_id text NOT NULL,
    agent_version bigint NOT NULL,
    agent_name text NOT NULL,
    status text NOT NULL,
    epoch bigint NOT NULL,
    owes text,
    due_at bigint,
    children_at_once bigint,
    title text NOT NULL,
    search_title text,
    is_pinned bigint NOT NULL,
    hidden_at bigint,
    seq bigint NOT NULL,
    turn bigint NOT NULL,
    steps bigint NOT NULL,
    worked_ms bigint NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    reasoning_tokens bigint NOT NULL,
    cached_tokens bigint NOT NULL,
    estimated_tokens bigint NOT NULL,
    opened_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    cost_micros bigint DEFAULT 0 NOT NULL,
    unread bigint DEFAULT 0 NOT NULL,
    opened_position bigint DEFAULT 0 NOT NULL,
    unpriced_tokens bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.thread_day (
    id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    thread_id text NOT NULL COLLATE pg_catalog."C",
    day_at bigint NOT NULL,
    steps bigint NOT NULL,
    worked_ms bigint NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    estimated_tokens bigint NOT NULL,
    cost_micros bigint NOT NULL,
    unpriced_tokens bigint DEFAULT 0 NOT NULL
);

ALTER TABLE public.thread_number ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.thread_number_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

INSERT INTO public.blob VALUES ('1f4af3400f4485680cfc22fd49b4189087456fc6046ab52e21a1e8bd3fa33f4b', 'Line 0 of a long text.
Line 1 of a long text.
Line 2 of a long text.
Line 3 of a long text.
Line 4 of a long text.
Line 5 of a long text.
Line 6 of a long text.
Line 7 of a long text.
Line 8 of a long text.
Line 9 of a long text.
Line 10 of a long text.
Line 11 of a long text.
Line 12 of a long text.
Line 13 of a long text.
Line 14 of a long text.
Line 15 of a long text.
Line 16 of a long text.
Line 17 of a long text.
Line 18 of a long text.
Line 19 of a long text.
Line 20 of a long text.
Line 21 of a long text.
Line 22 of a long text.
Line 23 of a long text.
Line 24 of a long text.
Line 25 of a long text.
Line 26 of a long text.
Line 27 of a long text.
Line 28 of a long text.
Line 29 of a long text.
Line 30 of a long text.
Line 31 of a long text.
Line 32 of a long text.
Line 33 of a long text.
Line 34 of a long text.
Line 35 of a long text.
Line 36 of a long text.
Line 37 of a long text.
Line 38 of a long text.
Line 39 of a long text.
Line 40 of a long text.
Line 41 of a long text.
Line 42 of a long text.
Line 43 of a long text.
Line 44 of a long text.
Line 45 of a long text.
Line 46 of a long text.
Line 47 of a long text.
Line 48 of a long text.
Line 49 of a long text.
Line 50 of a long text.
Line 51 of a long text.
Line 52 of a long text.
Line 53 of a long text.
Line 54 of a long text.
Line 55 of a long text.
Line 56 of a long text.
Line 57 of a long text.
Line 58 of a long text.
Line 59 of a long text.
Line 60 of a long text.
Line 61 of a long text.
Line 62 of a long text.
Line 63 of a long text.
Line 64 of a long text.
Line 65 of a long text.
Line 66 of a long text.
Line 67 of a long text.
Line 68 of a long text.
Line 69 of a long text.
Line 70 of a long text.
Line 71 of a long text.
Line 72 of a long text.
Line 73 of a long text.
Line 74 of a long text.
Line 75 of a long text.
Line 76 of a long text.
Line 77 of a long text.
Line 78 of a long text.
Line 79 of a long text.
Line 80 of a long text.
Line 81 of a long text.
Line 82 of a long text.
Line 83 of a long text.
Line 84 of a long text.
Line 85 of a long text.
Line 86 of a long text.
Line 87 of a long text.
Line 88 of a long text.
Line 89 of a long text.
Line 90 of a long text.
Line 91 of a long text.
Line 92 of a long text.
Line 93 of a long text.
Line 94 of a long text.
Line 95 of a long text.
Line 96 of a long text.
Line 97 of a long text.
Line 98 of a long text.
Line 99 of a long text.
Line 100 of a long text.
Line 101 of a long text.
Line 102 of a long text.
Line 103 of a long text.
Line 104 of a long text.
Line 105 of a long text.
Line 106 of a long text.
Line 107 of a long text.
Line 108 of a long text.
Line 109 of a long text.
Line 110 of a long text.
Line 111 of a long text.
Line 112 of a long text.
Line 113 of a long text.
Line 114 of a long text.
Line 115 of a long text.
Line 116 of a long text.
Line 117 of a long text.
Line 118 of a long text.
Line 119 of a long text.
Line 120 of a long text.
Line 121 of a long text.
Line 122 of a long text.
Line 123 of a long text.
Line 124 of a long text.
Line 125 of a long text.
Line 126 of a long text.
Line 127 of a long text.
Line 128 of a long text.
Line 129 of a long text.
Line 130 of a long text.
Line 131 of a long text.
Line 132 of a long text.
Line 133 of a long text.
Line 134 of a long text.
Line 135 of a long text.
Line 136 of a long text.
Line 137 of a long text.
Line 138 of a long text.
Line 139 of a long text.
Line 140 of a long text.
Line 141 of a long text.
Line 142 of a long text.
Line 143 of a long text.
Line 144 of a long text.
Line 145 of a long text.
Line 146 of a long text.
Line 147 of a long text.
Line 148 of a long text.
Line 149 of a long text.
Line 150 of a long text.
Line 151 of a long text.
Line 152 of a long text.
Line 153 of a long text.
Line 154 of a long text.
Line 155 of a long text.
Line 156 of a long text.
Line 157 of a long text.
Line 158 of a long text.
Line 159 of a long text.
Line 160 of a long text.
Line 161 of a long text.
Line 162 of a long text.
Line 163 of a long text.
Line 164 of a long text.
Line 165 of a long text.
Line 166 of a long text.
Line 167 of a long text.
Line 168 of a long text.
Line 169 of a long text.
Line 170 of a long text.
Line 171 of a long text.
Line 172 of a long text.
Line 173 of a long text.
Line 174 of a long text.
Line 175 of a long text.
Line 176 of a long text.
Line 177 of a long text.
Line 178 of a long text.
Line 179 of a long text.
Line 180 of a long text.
Line 181 of a long text.
Line 182 of a long text.
Line 183 of a long text.
Line 184 of a long text.
Line 185 of a long text.
Line 186 of a long text.
Line 187 of a long text.
Line 188 of a long text.
Line 189 of a long text.
Line 190 of a long text.
Line 191 of a long text.
Line 192 of a long text.
Line 193 of a long text.
Line 194 of a long text.
Line 195 of a long text.
Line 196 of a long text.
Line 197 of a long text.
Line 198 of a long text.
Line 199 of a long text.
Line 200 of a long text.
Line 201 of a long text.
Line 202 of a long text.
Line 203 of a long text.
Line 204 of a long text.
Line 205 of a long text.
Line 206 of a long text.
Line 207 of a long text.
Line 208 of a long text.
Line 209 of a long text.
Line 210 of a long text.
Line 211 of a long text.
Line 212 of a long text.
Line 213 of a long text.
Line 214 of a long text.
Line 215 of a long text.
Line 216 of a long text.
Line 217 of a long text.
Line 218 of a long text.
Line 219 of a long text.
Line 220 of a long text.
Line 221 of a long text.
Line 222 of a long text.
Line 223 of a long text.
Line 224 of a long text.
Line 225 of a long text.
Line 226 of a long text.
Line 227 of a long text.
Line 228 of a long text.
Line 229 of a long text.
Line 230 of a long text.
Line 231 of a long text.
Line 232 of a long text.
Line 233 of a long text.
Line 234 of a long text.
Line 235 of a long text.
Line 236 of a long text.
Line 237 of a long text.
Line 238 of a long text.
Line 239 of a long text.
Line 240 of a long text.
Line 241 of a long text.
Line 242 of a long text.
Line 243 of a long text.
Line 244 of a long text.
Line 245 of a long text.
Line 246 of a long text.
Line 247 of a long text.
Line 248 of a long text.
Line 249 of a long text.
Line 250 of a long text.
Line 251 of a long text.
Line 252 of a long text.
Line 253 of a long text.
Line 254 of a long text.
Line 255 of a long text.
Line 256 of a long text.
Line 257 of a long text.
Line 258 of a long text.
Line 259 of a long text.
Line 260 of a long text.
Line 261 of a long text.
Line 262 of a long text.
Line 263 of a long text.
Line 264 of a long text.
Line 265 of a long text.
Line 266 of a long text.
Line 267 of a long text.
Line 268 of a long text.
Line 269 of a long text.
Line 270 of a long text.
Line 271 of a long text.
Line 272 of a long text.
Line 273 of a long text.
Line 274 of a long text.
Line 275 of a long text.
Line 276 of a long text.
Line 277 of a long text.
Line 278 of a long text.
Line 279 of a long text.
Line 280 of a long text.
Line 281 of a long text.
Line 282 of a long text.
Line 283 of a long text.
Line 284 of a long text.
Line 285 of a long text.
Line 286 of a long text.
Line 287 of a long text.
Line 288 of a long text.
Line 289 of a long text.
Line 290 of a long text.
Line 291 of a long text.
Line 292 of a long text.
Line 293 of a long text.
Line 294 of a long text.
Line 295 of a long text.
Line 296 of a long text.
Line 297 of a long text.
Line 298 of a long text.
Line 299 of a long text.
Line 300 of a long text.
Line 301 of a long text.
Line 302 of a long text.
Line 303 of a long text.
Line 304 of a long text.
Line 305 of a long text.
Line 306 of a long text.
Line 307 of a long text.
Line 308 of a long text.
Line 309 of a long text.
Line 310 of a long text.
Line 311 of a long text.
Line 312 of a long text.
Line 313 of a long text.
Line 314 of a long text.
Line 315 of a long text.
Line 316 of a long text.
Line 317 of a long text.
Line 318 of a long text.
Line 319 of a long text.
Line 320 of a long text.
Line 321 of a long text.
Line 322 of a long text.
Line 323 of a long text.
Line 324 of a long text.
Line 325 of a long text.
Line 326 of a long text.
Line 327 of a long text.
Line 328 of a long text.
Line 329 of a long text.
Line 330 of a long text.
Line 331 of a long text.
Line 332 of a long text.
Line 333 of a long text.
Line 334 of a long text.
Line 335 of a long text.
Line 336 of a long text.
Line 337 of a long text.
Line 338 of a long text.
Line 339 of a long text.
Line 340 of a long text.
Line 341 of a long text.
Line 342 of a long text.
Line 343 of a long text.
Line 344 of a long text.
Line 345 of a long text.
Line 346 of a long text.
Line 347 of a long text.
Line 348 of a long text.
Line 349 of a long text.
Line 350 of a long text.
Line 351 of a long text.
Line 352 of a long text.
Line 353 of a long text.
Line 354 of a long text.
Line 355 of a long text.
Line 356 of a long text.
Line 357 of a long text.
Line 358 of a long text.
Line 359 of a long text.
Line 360 of a long text.
Line 361 of a long text.
Line 362 of a long text.
Line 363 of a long text.
Line 364 of a long text.
Line 365 of a long text.
Line 366 of a long text.
Line 367 of a long text.
Line 368 of a long text.
Line 369 of a long text.
Line 370 of a long text.
Line 371 of a long text.
Line 372 of a long text.
Line 373 of a long text.
Line 374 of a long text.
Line 375 of a long text.
Line 376 of a long text.
Line 377 of a long text.
Line 378 of a long text.
Line 379 of a long text.
Line 380 of a long text.
Line 381 of a long text.
Line 382 of a long text.
Line 383 of a long text.
Line 384 of a long text.
Line 385 of a long text.
Line 386 of a long text.
Line 387 of a long text.
Line 388 of a long text.
Line 389 of a long text.
Line 390 of a long text.
Line 391 of a long text.
Line 392 of a long text.
Line 393 of a long text.
Line 394 of a long text.
Line 395 of a long text.
Line 396 of a long text.
Line 397 of a long text.
Line 398 of a long text.
Line 399 of a long text.
Line 400 of a long text.
Line 401 of a long text.
Line 402 of a long text.
Line 403 of a long text.
Line 404 of a long text.
Line 405 of a long text.
Line 406 of a long text.
Line 407 of a long text.
Line 408 of a long text.
Line 409 of a long text.
Line 410 of a long text.
Line 411 of a long text.
Line 412 of a long text.
Line 413 of a long text.
Line 414 of a long text.
Line 415 of a long text.
Line 416 of a long text.
Line 417 of a long text.
Line 418 of a long text.
Line 419 of a long text.
Line 420 of a long text.
Line 421 of a long text.
Line 422 of a long text.
Line 423 of a long text.
Line 424 of a long text.
Line 425 of a long text.
Line 426 of a long text.
Line 427 of a long text.
Line 428 of a long text.
Line 429 of a long text.
Line 430 of a long text.
Line 431 of a long text.
Line 432 of a long text.
Line 433 of a long text.
Line 434 of a long text.
Line 435 of a long text.
Line 436 of a long text.
Line 437 of a long text.
Line 438 of a long text.
Line 439 of a long text.
Line 440 of a long text.
Line 441 of a long text.
Line 442 of a long text.
Line 443 of a long text.
Line 444 of a long text.
Line 445 of a long text.
Line 446 of a long text.
Line 447 of a long text.
Line 448 of a long text.
Line 449 of a long text.
Line 450 of a long text.
Line 451 of a long text.
Line 452 of a long text.
Line 453 of a long text.
Line 454 of a long text.
Line 455 of a long text.
Line 456 of a long text.
Line 457 of a long text.
Line 458 of a long text.
Line 459 of a long text.
Line 460 of a long text.
Line 461 of a long text.
Line 462 of a long text.
Line 463 of a long text.
Line 464 of a long text.
Line 465 of a long text.
Line 466 of a long text.
Line 467 of a long text.
Line 468 of a long text.
Line 469 of a long text.
Line 470 of a long text.
Line 471 of a long text.
Line 472 of a long text.
Line 473 of a long text.
Line 474 of a long text.
Line 475 of a long text.
Line 476 of a long text.
Line 477 of a long text.
Line 478 of a long text.
Line 479 of a long text.
Line 480 of a long text.
Line 481 of a long text.
Line 482 of a long text.
Line 483 of a long text.
Line 484 of a long text.
Line 485 of a long text.
Line 486 of a long text.
Line 487 of a long text.
Line 488 of a long text.
Line 489 of a long text.
Line 490 of a long text.
Line 491 of a long text.
Line 492 of a long text.
Line 493 of a long text.
Line 494 of a long text.
Line 495 of a long text.
Line 496 of a long text.
Line 497 of a long text.
Line 498 of a long text.
Line 499 of a long text.
Line 500 of a long text.
Line 501 of a long text.
Line 502 of a long text.
Line 503 of a long text.
Line 504 of a long text.
Line 505 of a long text.
Line 506 of a long text.
Line 507 of a long text.
Line 508 of a long text.
Line 509 of a long text.
Line 510 of a long text.
Line 511 of a long text.
Line 512 of a long text.
Line 513 of a long text.
Line 514 of a long text.
Line 515 of a long text.
Line 516 of a long text.
Line 517 of a long text.
Line 518 of a long text.
Line 519 of a long text.
Line 520 of a long text.
Line 521 of a long text.
Line 522 of a long text.
Line 523 of a long text.
Line 524 of a long text.
Line 525 of a long text.
Line 526 of a long text.
Line 527 of a long text.
Line 528 of a long text.
Line 529 of a long text.
Line 530 of a long text.
Line 531 of a long text.
Line 532 of a long text.
Line 533 of a long text.
Line 534 of a long text.
Line 535 of a long text.
Line 536 of a long text.
Line 537 of a long text.
Line 538 of a long text.
Line 539 of a long text.
Line 540 of a long text.
Line 541 of a long text.
Line 542 of a long text.
Line 543 of a long text.
Line 544 of a long text.
Line 545 of a long text.
Line 546 of a long text.
Line 547 of a long text.
Line 548 of a long text.
Line 549 of a long text.
Line 550 of a long text.
Line 551 of a long text.
Line 552 of a long text.
Line 553 of a long text.
Line 554 of a long text.
Line 555 of a long text.
Line 556 of a long text.
Line 557 of a long text.
Line 558 of a long text.
Line 559 of a long text.
Line 560 of a long text.
Line 561 of a long text.
Line 562 of a long text.
Line 563 of a long text.
Line 564 of a long text.
Line 565 of a long text.
Line 566 of a long text.
Line 567 of a long text.
Line 568 of a long text.
Line 569 of a long text.
Line 570 of a long text.
Line 571 of a long text.
Line 572 of a long text.
Line 573 of a long text.
Line 574 of a long text.
Line 575 of a long text.
Line 576 of a long text.
Line 577 of a long text.
Line 578 of a long text.
Line 579 of a long text.
Line 580 of a long text.
Line 581 of a long text.
Line 582 of a long text.
Line 583 of a long text.
Line 584 of a long text.
Line 585 of a long text.
Line 586 of a long text.
Line 587 of a long text.
Line 588 of a long text.
Line 589 of a long text.
Line 590 of a long text.
Line 591 of a long text.
Line 592 of a long text.
Line 593 of a long text.
Line 594 of a long text.
Line 595 of a long text.
Line 596 of a long text.
Line 597 of a long text.
Line 598 of a long text.
Line 599 of a long text.
Line 600 of a long text.
Line 601 of a long text.
Line 602 of a long text.
Line 603 of a long text.
Line 604 of a long text.
Line 605 of a long text.
Line 606 of a long text.
Line 607 of a long text.
Line 608 of a long text.
Line 609 of a long text.
Line 610 of a long text.
Line 611 of a long text.
Line 612 of a long text.
Line 613 of a long text.
Line 614 of a long text.
Line 615 of a long text.
Line 616 of a long text.
Line 617 of a long text.
Line 618 of a long text.
Line 619 of a long text.
Line 620 of a long text.
Line 621 of a long text.
Line 622 of a long text.
Line 623 of a long text.
Line 624 of a long text.
Line 625 of a long text.
Line 626 of a long text.
Line 627 of a long text.
Line 628 of a long text.
Line 629 of a long text.
Line 630 of a long text.
Line 631 of a long text.
Line 632 of a long text.
Line 633 of a long text.
Line 634 of a long text.
Line 635 of a long text.
Line 636 of a long text.
Line 637 of a long text.
Line 638 of a long text.
Line 639 of a long text.
Line 640 of a long text.
Line 641 of a long text.
Line 642 of a long text.
Line 643 of a long text.
Line 644 of a long text.
Line 645 of a long text.
Line 646 of a long text.
Line 647 of a long text.
Line 648 of a long text.
Line 649 of a long text.
Line 650 of a long text.
Line 651 of a long text.
Line 652 of a long text.
Line 653 of a long text.
Line 654 of a long text.
Line 655 of a long text.
Line 656 of a long text.
Line 657 of a long text.
Line 658 of a long text.
Line 659 of a long text.
Line 660 of a long text.
Line 661 of a long text.
Line 662 of a long text.
Line 663 of a long text.
Line 664 of a long text.
Line 665 of a long text.
Line 666 of a long text.
Line 667 of a long text.
Line 668 of a long text.
Line 669 of a long text.
Line 670 of a long text.
Line 671 of a long text.
Line 672 of a long text.
Line 673 of a long text.
Line 674 of a long text.
Line 675 of a long text.
Line 676 of a long text.
Line 677 of a long text.
Line 678 of a long text.
Line 679 of a long text.
Line 680 of a long text.
Line 681 of a long text.
Line 682 of a long text.
Line 683 of a long text.
Line 684 of a long text.
Line 685 of a long text.
Line 686 of a long text.
Line 687 of a long text.
Line 688 of a long text.
Line 689 of a long text.
Line 690 of a long text.
Line 691 of a long text.
Line 692 of a long text.
Line 693 of a long text.
Line 694 of a long text.
Line 695 of a long text.
Line 696 of a long text.
Line 697 of a long text.
Line 698 of a long text.
Line 699 of a long text.
Line 700 of a long text.
Line 701 of a long text.
Line 702 of a long text.
Line 703 of a long text.
Line 704 of a long text.
Line 705 of a long text.
Line 706 of a long text.
Line 707 of a long text.
Line 708 of a long text.
Line 709 of a long text.
Line 710 of a long text.
Line 711 of a long text.
Line 712 of a long text.
Line 713 of a long text.
Line 714 of a long text.
Line 715 of a long text.
Line 716 of a long text.
Line 717 of a long text.
Line 718 of a long text.
Line 719 of a long text.
Line 720 of a long text.
Line 721 of a long text.
Line 722 of a long text.
Line 723 of a long text.
Line 724 of a long text.
Line 725 of a long text.
Line 726 of a long text.
Line 727 of a long text.
Line 728 of a long text.
Line 729 of a long text.
Line 730 of a long text.
Line 731 of a long text.
Line 732 of a long text.
Line 733 of a long text.
Line 734 of a long text.
Line 735 of a long text.
Line 736 of a long text.
Line 737 of a long text.
Line 738 of a long text.
Line 739 of a long text.
Line 740 of a long text.
Line 741 of a long text.
Line 742 of a long text.
Line 743 of a long text.
Line 744 of a long text.
Line 745 of a long text.
Line 746 of a long text.
Line 747 of a long text.
Line 748 of a long text.
Line 749 of a long text.
Line 750 of a long text.
Line 751 of a long text.
Line 752 of a long text.
Line 753 of a long text.
Line 754 of a long text.
Line 755 of a long text.
Line 756 of a long text.
Line 757 of a long text.
Line 758 of a long text.
Line 759 of a long text.
Line 760 of a long text.
Line 761 of a long text.
Line 762 of a long text.
Line 763 of a long text.
Line 764 of a long text.
Line 765 of a long text.
Line 766 of a long text.
Line 767 of a long text.
Line 768 of a long text.
Line 769 of a long text.
Line 770 of a long text.
Line 771 of a long text.
Line 772 of a long text.
Line 773 of a long text.
Line 774 of a long text.
Line 775 of a long text.
Line 776 of a long text.
Line 777 of a long text.
Line 778 of a long text.
Line 779 of a long text.
Line 780 of a long text.
Line 781 of a long text.
Line 782 of a long text.
Line 783 of a long text.
Line 784 of a long text.
Line 785 of a long text.
Line 786 of a long text.
Line 787 of a long text.
Line 788 of a long text.
Line 789 of a long text.
Line 790 of a long text.
Line 791 of a long text.
Line 792 of a long text.
Line 793 of a long text.
Line 794 of a long text.
Line 795 of a long text.
Line 796 of a long text.
Line 797 of a long text.
Line 798 of a long text.
Line 799 of a long text.
Line 800 of a long text.
Line 801 of a long text.
Line 802 of a long text.
Line 803 of a long text.
Line 804 of a long text.
Line 805 of a long text.
Line 806 of a long text.
Line 807 of a long text.
Line 808 of a long text.
Line 809 of a long text.
Line 810 of a long text.
Line 811 of a long text.
Line 812 of a long text.
Line 813 of a long text.
Line 814 of a long text.
Line 815 of a long text.
Line 816 of a long text.
Line 817 of a long text.
Line 818 of a long text.
Line 819 of a long text.
Line 820 of a long text.
Line 821 of a long text.
Line 822 of a long text.
Line 823 of a long text.
Line 824 of a long text.
Line 825 of a long text.
Line 826 of a long text.
Line 827 of a long text.
Line 828 of a long text.
Line 829 of a long text.
Line 830 of a long text.
Line 831 of a long text.
Line 832 of a long text.
Line 833 of a long text.
Line 834 of a long text.
Line 835 of a long text.
Line 836 of a long text.
Line 837 of a long text.
Line 838 of a long text.
Line 839 of a long text.
Line 840 of a long text.
Line 841 of a long text.
Line 842 of a long text.
Line 843 of a long text.
Line 844 of a long text.
Line 845 of a long text.
Line 846 of a long text.
Line 847 of a long text.
Line 848 of a long text.
Line 849 of a long text.
Line 850 of a long text.
Line 851 of a long text.
Line 852 of a long text.
Line 853 of a long text.
Line 854 of a long text.
Line 855 of a long text.
Line 856 of a long text.
Line 857 of a long text.
Line 858 of a long text.
Line 859 of a long text.
Line 860 of a long text.
Line 861 of a long text.
Line 862 of a long text.
Line 863 of a long text.
Line 864 of a long text.
Line 865 of a long text.
Line 866 of a long text.
Line 867 of a long text.
Line 868 of a long text.
Line 869 of a long text.
Line 870 of a long text.
Line 871 of a long text.
Line 872 of a long text.
Line 873 of a long text.
Line 874 of a long text.
Line 875 of a long text.
Line 876 of a long text.
Line 877 of a long text.
Line 878 of a long text.
Line 879 of a long text.
Line 880 of a long text.
Line 881 of a long text.
Line 882 of a long text.
Line 883 of a long text.
Line 884 of a long text.
Line 885 of a long text.
Line 886 of a long text.
Line 887 of a long text.
Line 888 of a long text.
Line 889 of a long text.
Line 890 of a long text.
Line 891 of a long text.
Line 892 of a long text.
Line 893 of a long text.
Line 894 of a long text.
Line 895 of a long text.
Line 896 of a long text.
Line 897 of a long text.
Line 898 of a long text.
Line 899 of a long text.
Line 900 of a long text.
Line 901 of a long text.
Line 902 of a long text.
Line 903 of a long text.
Line 904 of a long text.
Line 905 of a long text.
Line 906 of a long text.
Line 907 of a long text.
Line 908 of a long text.
Line 909 of a long text.
Line 910 of a long text.
Line 911 of a long text.
Line 912 of a long text.
Line 913 of a long text.
Line 914 of a long text.
Line 915 of a long text.
Line 916 of a long text.
Line 917 of a long text.
Line 918 of a long text.
Line 919 of a long text.
Line 920 of a long text.
Line 921 of a long text.
Line 922 of a long text.
Line 923 of a long text.
Line 924 of a long text.
Line 925 of a long text.
Line 926 of a long text.
Line 927 of a long text.
Line 928 of a long text.
Line 929 of a long text.
Line 930 of a long text.
Line 931 of a long text.
Line 932 of a long text.
Line 933 of a long text.
Line 934 of a long text.
Line 935 of a long text.
Line 936 of a long text.
Line 937 of a long text.
Line 938 of a long text.
Line 939 of a long text.
Line 940 of a long text.
Line 941 of a long text.
Line 942 of a long text.
Line 943 of a long text.
Line 944 of a long text.
Line 945 of a long text.
Line 946 of a long text.
Line 947 of a long text.
Line 948 of a long text.
Line 949 of a long text.
Line 950 of a long text.
Line 951 of a long text.
Line 952 of a long text.
Line 953 of a long text.
Line 954 of a long text.
Line 955 of a long text.
Line 956 of a long text.
Line 957 of a long text.
Line 958 of a long text.
Line 959 of a long text.
Line 960 of a long text.
Line 961 of a long text.
Line 962 of a long text.
Line 963 of a long text.
Line 964 of a long text.
Line 965 of a long text.
Line 966 of a long text.
Line 967 of a long text.
Line 968 of a long text.
Line 969 of a long text.
Line 970 of a long text.
Line 971 of a long text.
Line 972 of a long text.
Line 973 of a long text.
Line 974 of a long text.
Line 975 of a long text.
Line 976 of a long text.
Line 977 of a long text.
Line 978 of a long text.
Line 979 of a long text.
Line 980 of a long text.
Line 981 of a long text.
Line 982 of a long text.
Line 983 of a long text.
Line 984 of a long text.
Line 985 of a long text.
Line 986 of a long text.
Line 987 of a long text.
Line 988 of a long text.
Line 989 of a long text.
Line 990 of a long text.
Line 991 of a long text.
Line 992 of a long text.
Line 993 of a long text.
Line 994 of a long text.
Line 995 of a long text.
Line 996 of a long text.
Line 997 of a long text.
Line 998 of a long text.
Line 999 of a long text.
Line 1000 of a long text.
Line 1001 of a long text.
Line 1002 of a long text.
Line 1003 of a long text.
Line 1004 of a long text.
Line 1005 of a long text.
Line 1006 of a long text.
Line 1007 of a long text.
Line 1008 of a long text.
Line 1009 of a long text.
Line 1010 of a long text.
Line 1011 of a long text.
Line 1012 of a long text.
Line 1013 of a long text.
Line 1014 of a long text.
Line 1015 of a long text.
Line 1016 of a long text.
Line 1017 of a long text.
Line 1018 of a long text.
Line 1019 of a long text.
Line 1020 of a long text.
Line 1021 of a long text.
Line 1022 of a long text.
Line 1023 of a long text.
Line 1024 of a long text.
Line 1025 of a long text.
Line 1026 of a long text.
Line 1027 of a long text.
Line 1028 of a long text.
Line 1029 of a long text.
Line 1030 of a long text.
Line 1031 of a long text.
Line 1032 of a long text.
Line 1033 of a long text.
Line 1034 of a long text.
Line 1035 of a long text.
Line 1036 of a long text.
Line 1037 of a long text.
Line 1038 of a long text.
Line 1039 of a long text.
Line 1040 of a long text.
Line 1041 of a long text.
Line 1042 of a long text.
Line 1043 of a long text.
Line 1044 of a long text.
Line 1045 of a long text.
Line 1046 of a long text.
Line 1047 of a long text.
Line 1048 of a long text.
Line 1049 of a long text.
Line 1050 of a long text.
Line 1051 of a long text.
Line 1052 of a long text.
Line 1053 of a long text.
Line 1054 of a long text.
Line 1055 of a long text.
Line 1056 of a long text.
Line 1057 of a long text.
Line 1058 of a long text.
Line 1059 of a long text.
Line 1060 of a long text.
Line 1061 of a long text.
Line 1062 of a long text.
Line 1063 of a long text.
Line 1064 of a long text.
Line 1065 of a long text.
Line 1066 of a long text.
Line 1067 of a long text.
Line 1068 of a long text.
Line 1069 of a long text.
Line 1070 of a long text.
Line 1071 of a long text.
Line 1072 of a long text.
Line 1073 of a long text.
Line 1074 of a long text.
Line 1075 of a long text.
Line 1076 of a long text.
Line 1077 of a long text.
Line 1078 of a long text.
Line 1079 of a long text.
Line 1080 of a long text.
Line 1081 of a long text.
Line 1082 of a long text.
Line 1083 of a long text.
Line 1084 of a long text.
Line 1085 of a long text.
Line 1086 of a long text.
Line 1087 of a long text.
Line 1088 of a long text.
Line 1089 of a long text.
Line 1090 of a long text.
Line 1091 of a long text.
Line 1092 of a long text.
Line 1093 of a long text.
Line 1094 of a long text.
Line 1095 of a long text.
Line 1096 of a long text.
Line 1097 of a long text.
Line 1098 of a long text.
Line 1099 of a long text.
Line 1100 of a long text.
Line 1101 of a long text.
Line 1102 of a long text.
Line 1103 of a long text.
Line 1104 of a long text.
Line 1105 of a long text.
Line 1106 of a long text.
Line 1107 of a long text.
Line 1108 of a long text.
Line 1109 of a long text.
Line 1110 of a long text.
Line 1111 of a long text.
Line 1112 of a long text.
Line 1113 of a long text.
Line 1114 of a long text.
Line 1115 of a long text.
Line 1116 of a long text.
Line 1117 of a long text.
Line 1118 of a long text.
Line 1119 of a long text.
Line 1120 of a long text.
Line 1121 of a long text.
Line 1122 of a long text.
Line 1123 of a long text.
Line 1124 of a long text.
Line 1125 of a long text.
Line 1126 of a long text.
Line 1127 of a long text.
Line 1128 of a long text.
Line 1129 of a long text.
Line 1130 of a long text.
Line 1131 of a long text.
Line 1132 of a long text.
Line 1133 of a long text.
Line 1134 of a long text.
Line 1135 of a long text.
Line 1136 of a long text.
Line 1137 of a long text.
Line 1138 of a long text.
Line 1139 of a long text.
Line 1140 of a long text.
Line 1141 of a long text.
Line 1142 of a long text.
Line 1143 of a long text.
Line 1144 of a long text.
Line 1145 of a long text.
Line 1146 of a long text.
Line 1147 of a long text.
Line 1148 of a long text.
Line 1149 of a long text.
Line 1150 of a long text.
Line 1151 of a long text.
Line 1152 of a long text.
Line 1153 of a long text.
Line 1154 of a long text.
Line 1155 of a long text.
Line 1156 of a long text.
Line 1157 of a long text.
Line 1158 of a long text.
Line 1159 of a long text.
Line 1160 of a long text.
Line 1161 of a long text.
Line 1162 of a long text.
Line 1163 of a long text.
Line 1164 of a long text.
Line 1165 of a long text.
Line 1166 of a long text.
Line 1167 of a long text.
Line 1168 of a long text.
Line 1169 of a long text.
Line 1170 of a long text.
Line 1171 of a long text.
Line 1172 of a long text.
Line 1173 of a long text.
Line 1174 of a long text.
Line 1175 of a long text.
Line 1176 of a long text.
Line 1177 of a long text.
Line 1178 of a long text.
Line 1179 of a long text.
Line 1180 of a long text.
Line 1181 of a long text.
Line 1182 of a long text.
Line 1183 of a long text.
Line 1184 of a long text.
Line 1185 of a long text.
Line 1186 of a long text.
Line 1187 of a long text.
Line 1188 of a long text.
Line 1189 of a long text.
Line 1190 of a long text.
Line 1191 of a long text.
Line 1192 of a long text.
Line 1193 of a long text.
Line 1194 of a long text.
Line 1195 of a long text.
Line 1196 of a long text.
Line 1197 of a long text.
Line 1198 of a long text.
Line 1199 of a long text.
Line 1200 of a long text.
Line 1201 of a long text.
Line 1202 of a long text.
Line 1203 of a long text.
Line 1204 of a long text.
Line 1205 of a long text.
Line 1206 of a long text.
Line 1207 of a long text.
Line 1208 of a long text.
Line 1209 of a long text.
Line 1210 of a long text.
Line 1211 of a long text.
Line 1212 of a long text.
Line 1213 of a long text.
Line 1214 of a long text.
Line 1215 of a long text.
Line 1216 of a long text.
Line 1217 of a long text.
Line 1218 of a long text.
Line 1219 of a long text.
Line 1220 of a long text.
Line 1221 of a long text.
Line 1222 of a long text.
Line 1223 of a long text.
Line 1224 of a long text.
Line 1225 of a long text.
Line 1226 of a long text.
Line 1227 of a long text.
Line 1228 of a long text.
Line 1229 of a long text.
Line 1230 of a long text.
Line 1231 of a long text.
Line 1232 of a long text.
Line 1233 of a long text.
Line 1234 of a long text.
Line 1235 of a long text.
Line 1236 of a long text.
Line 1237 of a long text.
Line 1238 of a long text.
Line 1239 of a long text.
Line 1240 of a long text.
Line 1241 of a long text.
Line 1242 of a long text.
Line 1243 of a long text.
Line 1244 of a long text.
Line 1245 of a long text.
Line 1246 of a long text.
Line 1247 of a long text.
Line 1248 of a long text.
Line 1249 of a long text.
Line 1250 of a long text.
Line 1251 of a long text.
Line 1252 of a long text.
Line 1253 of a long text.
Line 1254 of a long text.
Line 1255 of a long text.
Line 1256 of a long text.
Line 1257 of a long text.
Line 1258 of a long text.
Line 1259 of a long text.
Line 1260 of a long text.
Line 1261 of a long text.
Line 1262 of a long text.
Line 1263 of a long text.
Line 1264 of a long text.
Line 1265 of a long text.
Line 1266 of a long text.
Line 1267 of a long text.
Line 1268 of a long text.
Line 1269 of a long text.
Line 1270 of a long text.
Line 1271 of a long text.
Line 1272 of a long text.
Line 1273 of a long text.
Line 1274 of a long text.
Line 1275 of a long text.
Line 1276 of a long text.
Line 1277 of a long text.
Line 1278 of a long text.
Line 1279 of a long text.
Line 1280 of a long text.
Line 1281 of a long text.
Line 1282 of a long text.
Line 1283 of a long text.
Line 1284 of a long text.
Line 1285 of a long text.
Line 1286 of a long text.
Line 1287 of a long text.
Line 1288 of a long text.
Line 1289 of a long text.
Line 1290 of a long text.
Line 1291 of a long text.
Line 1292 of a long text.
Line 1293 of a long text.
Line 1294 of a long text.
Line 1295 of a long text.
Line 1296 of a long text.
Line 1297 of a long text.
Line 1298 of a long text.
Line 1299 of a long text.
Line 1300 of a long text.
Line 1301 of a long text.
Line 1302 of a long text.
Line 1303 of a long text.
Line 1304 of a long text.
Line 1305 of a long text.
Line 1306 of a long text.
Line 1307 of a long text.
Line 1308 of a long text.
Line 1309 of a long text.
Line 1310 of a long text.
Line 1311 of a long text.
Line 1312 of a long text.
Line 1313 of a long text.
Line 1314 of a long text.
Line 1315 of a long text.
Line 1316 of a long text.
Line 1317 of a long text.
Line 1318 of a long text.
Line 1319 of a long text.
Line 1320 of a long text.
Line 1321 of a long text.
Line 1322 of a long text.
Line 1323 of a long text.
Line 1324 of a long text.
Line 1325 of a long text.
Line 1326 of a long text.
Line 1327 of a long text.
Line 1328 of a long text.
Line 1329 of a long text.
Line 1330 of a long text.
Line 1331 of a long text.
Line 1332 of a long text.
Line 1333 of a long text.
Line 1334 of a long text.
Line 1335 of a long text.
Line 1336 of a long text.
Line 1337 of a long text.
Line 1338 of a long text.
Line 1339 of a long text.
Line 1340 of a long text.
Line 1341 of a long text.
Line 1342 of a long text.
Line 1343 of a long text.
Line 1344 of a long text.
Line 1345 of a long text.
Line 1346 of a long text.
Line 1347 of a long text.
Line 1348 of a long text.
Line 1349 of a long text.
Line 1350 of a long text.
Line 1351 of a long text.
Line 1352 of a long text.
Line 1353 of a long text.
Line 1354 of a long text.
Line 1355 of a long text.
Line 1356 of a long text.
Line 1357 of a long text.
Line 1358 of a long text.
Line 1359 of a long text.
Line 1360 of a long text.
Line 1361 of a long text.
Line 1362 of a long text.
Line 1363 of a long text.
Line 1364 of a long text.
Line 1365 of a long text.
Line 1366 of a long text.
Line 1367 of a long text.
Line 1368 of a long text.
Line 1369 of a long text.
Line 1370 of a long text.
Line 1371 of a long text.
Line 1372 of a long text.
Line 1373 of a long text.
Line 1374 of a long text.
Line 1375 of a long text.
Line 1376 of a long text.
Line 1377 of a long text.
Line 1378 of a long text.
Line 1379 of a long text.
Line 1380 of a long text.
Line 1381 of a long text.
Line 1382 of a long text.
Line 1383 of a long text.
Line 1384 of a long text.
Line 1385 of a long text.
Line 1386 of a long text.
Line 1387 of a long text.
Line 1388 of a long text.
Line 1389 of a long text.
Line 1390 of a long text.
Line 1391 of a long text.
Line 1392 of a long text.
Line 1393 of a long text.
Line 1394 of a long text.
Line 1395 of a long text.
Line 1396 of a long text.
Line 1397 of a long text.
Line 1398 of a long text.
Line 1399 of a long text.
Line 1400 of a long text.
Line 1401 of a long text.
Line 1402 of a long text.
Line 1403 of a long text.
Line 1404 of a long text.
Line 1405 of a long text.
Line 1406 of a long text.
Line 1407 of a long text.
Line 1408 of a long text.
Line 1409 of a long text.
Line 1410 of a long text.
Line 1411 of a long text.
Line 1412 of a long text.
Line 1413 of a long text.
Line 1414 of a long text.
Line 1415 of a long text.
Line 1416 of a long text.
Line 1417 of a long text.
Line 1418 of a long text.
Line 1419 of a long text.
Line 1420 of a long text.
Line 1421 of a long text.
Line 1422 of a long text.
Line 1423 of a long text.
Line 1424 of a long text.
Line 1425 of a long text.
Line 1426 of a long text.
Line 1427 of a long text.
Line 1428 of a long text.
Line 1429 of a long text.
Line 1430 of a long text.
Line 1431 of a long text.
Line 1432 of a long text.
Line 1433 of a long text.
Line 1434 of a long text.
Line 1435 of a long text.
Line 1436 of a long text.
Line 1437 of a long text.
Line 1438 of a long text.
Line 1439 of a long text.
Line 1440 of a long text.
Line 1441 of a long text.
Line 1442 of a long text.
Line 1443 of a long text.
Line 1444 of a long text.
Line 1445 of a long text.
Line 1446 of a long text.
Line 1447 of a long text.
Line 1448 of a long text.
Line 1449 of a long text.
Line 1450 of a long text.
Line 1451 of a long text.
Line 1452 of a long text.
Line 1453 of a long text.
Line 1454 of a long text.
Line 1455 of a long text.
Line 1456 of a long text.
Line 1457 of a long text.
Line 1458 of a long text.
Line 1459 of a long text.
Line 1460 of a long text.
Line 1461 of a long text.
Line 1462 of a long text.
Line 1463 of a long text.
Line 1464 of a long text.
Line 1465 of a long text.
Line 1466 of a long text.
Line 1467 of a long text.
Line 1468 of a long text.
Line 1469 of a long text.
Line 1470 of a long text.
Line 1471 of a long text.
Line 1472 of a long text.
Line 1473 of a long text.
Line 1474 of a long text.
Line 1475 of a long text.
Line 1476 of a long text.
Line 1477 of a long text.
Line 1478 of a long text.
Line 1479 of a long text.
Line 1480 of a long text.
Line 1481 of a long text.
Line 1482 of a long text.
Line 1483 of a long text.
Line 1484 of a long text.
Line 1485 of a long text.
Line 1486 of a long text.
Line 1487 of a long text.
Line 1488 of a long text.
Line 1489 of a long text.
Line 1490 of a long text.
Line 1491 of a long text.
Line 1492 of a long text.
Line 1493 of a long text.
Line 1494 of a long text.
Line 1495 of a long text.
Line 1496 of a long text.
Line 1497 of a long text.
Line 1498 of a long text.
Line 1499 of a long text.');

INSERT INTO public.blob_use VALUES ('thr_0mwob1frm82a97ue36js9 1f4af3400f4485680cfc22fd49b4189087456fc6046ab52e21a1e8bd3fa33f4b', 'ws_local', 'thr_0mwob1frm82a97ue36js9', '1f4af3400f4485680cfc22fd49b4189087456fc6046ab52e21a1e8bd3fa33f4b');

INSERT INTO public.log_event VALUES (1, 1, 1, 1, 0, 1795138372228, 'person:owner', 'cmd_0mwob1cv9rlrmm3nqgbti', '["thr_0mwob1cvaa4v22gi61ab2",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Fail in a step",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 2031302787);
INSERT INTO public.log_event VALUES (2, 1, 1, 2, 2, 1795138372228, 'person:owner', 'cmd_0mwob1cv9rlrmm3nqgbti', '["msg_0mwob1cvtv5cfqec6h955","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 604876943);
INSERT INTO public.log_event VALUES (3, 1, 1, 3, 2, 1795138372228, 'person:owner', 'cmd_0mwob1cv9rlrmm3nqgbti', '["msg_0mwob1cvuhru3gvgjh6lu","person","Fail in a step."]', 1301275324);
INSERT INTO public.log_event VALUES (4, 1, 1, 4, 3, 1795138372246, NULL, NULL, '[1,1,"answer",3,1,[915,0]]', 1520100043);
INSERT INTO public.log_event VALUES (5, 1, 1, 5, 5, 1795138372264, NULL, NULL, '[1,1,"provider-error",{"code":"provider-error","text":"The provider is away."},[["text","It "]],[0,0,0,0,915,0],false,1795138372581,null,4]', 3452700922);
INSERT INTO public.log_event VALUES (6, 1, 1, 6, 3, 1795138372661, NULL, NULL, '[1,2,"answer",5,1,[915,0]]', 3444207697);
INSERT INTO public.log_event VALUES (7, 1, 1, 7, 5, 1795138372714, NULL, NULL, '[1,2,"provider-error",{"code":"provider-error","text":"The provider is away."},[["text","It "]],[0,0,0,0,915,0],false,1795138373336,null,6]', 3408237990);
INSERT INTO public.log_event VALUES (8, 1, 1, 8, 3, 1795138373372, NULL, NULL, '[1,3,"answer",7,1,[915,0]]', 2449310078);
INSERT INTO public.log_event VALUES (9, 1, 1, 9, 4, 1795138373435, NULL, NULL, '[1,3,[["text","It works."]],[38,3,0,0,0,0],"stop",null,null,1]', 4264136693);
INSERT INTO public.log_event VALUES (10, 1, 1, 10, 15, 1795138373435, NULL, NULL, '["completed","It works."]', 2008584630);
INSERT INTO public.log_event VALUES (11, 2, 2, 1, 0, 1795138373634, 'person:owner', 'cmd_0mwob1dz01g513m5an7kc', '["thr_0mwob1dz0kgscf7jubqib",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Fail for good",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 2115686024);
INSERT INTO public.log_event VALUES (12, 2, 2, 2, 2, 1795138373634, 'person:owner', 'cmd_0mwob1dz01g513m5an7kc', '["msg_0mwob1dz0ba586vj83e3e","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 3065709170);
INSERT INTO public.log_event VALUES (13, 2, 2, 3, 2, 1795138373634, 'person:owner', 'cmd_0mwob1dz01g513m5an7kc', '["msg_0mwob1dz0ie6o1bssvhb8","person","Fail for good."]', 2851110530);
INSERT INTO public.log_event VALUES (14, 2, 2, 4, 3, 1795138373663, NULL, NULL, '[1,1,"answer",3,1,[915,0]]', 1856173654);
INSERT INTO public.log_event VALUES (15, 2, 2, 5, 5, 1795138373669, NULL, NULL, '[1,1,"provider-error",{"code":"provider-error","text":"Refused."},[["text","It "]],[0,0,0,0,915,0],true,null,null,1]', 4243722680);
INSERT INTO public.log_event VALUES (16, 2, 2, 6, 15, 1795138373669, NULL, NULL, '["failed","It",{"code":"provider-error","text":"Refused."}]', 3741130553);
INSERT INTO public.log_event VALUES (17, 3, 3, 1, 0, 1795138373765, 'person:owner', 'cmd_0mwob1e2rm4i1cgg2fv6m', '["thr_0mwob1e2rvvot92j2ibgc",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Fail in calls",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 2463162908);
INSERT INTO public.log_event VALUES (18, 3, 3, 2, 2, 1795138373765, 'person:owner', 'cmd_0mwob1e2rm4i1cgg2fv6m', '["msg_0mwob1e2r9b71jc2fsotq","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 3283888548);
INSERT INTO public.log_event VALUES (19, 3, 3, 3, 2, 1795138373765, 'person:owner', 'cmd_0mwob1e2rm4i1cgg2fv6m', '["msg_0mwob1e2r5sql6ck0b692","person","Fail in calls."]', 4237503528);
INSERT INTO public.log_event VALUES (20, 3, 3, 4, 3, 1795138373770, NULL, NULL, '[1,1,"answer",3,1,[915,0]]', 1791925093);
INSERT INTO public.log_event VALUES (21, 3, 3, 5, 4, 1795138373774, NULL, NULL, '[1,1,[["call","call_0mwob1e30np31740c8pvi"],["call","call_0mwob1e30cjib0krg41mj"]],[38,5,0,0,0,0],"calls",null,null,1]', 2896470776);
INSERT INTO public.log_event VALUES (22, 3, 3, 6, 6, 1795138373774, NULL, NULL, '["call_0mwob1e30np31740c8pvi",1,"nothing",{},"idempotent"]', 1942534208);
INSERT INTO public.log_event VALUES (23, 3, 3, 7, 8, 1795138373774, NULL, NULL, '["call_0mwob1e30np31740c8pvi",1,"failed",null,{"code":"unknown-tool","name":"nothing","known":["readAll","wait","newTask","askUser"]}]', 1920392907);
INSERT INTO public.log_event VALUES (24, 3, 3, 8, 6, 1795138373774, NULL, NULL, '["call_0mwob1e30cjib0krg41mj",1,"askUser",{},"idempotent"]', 2297003289);
INSERT INTO public.log_event VALUES (25, 3, 3, 9, 8, 1795138373774, NULL, NULL, '["call_0mwob1e30cjib0krg41mj",1,"failed",null,{"code":"arguments-misfit","problem":[{"path":"question","code":"invalid_type","quote":"Invalid input: expected string, received undefined","expected":"string"}]}]', 3675425799);
INSERT INTO public.log_event VALUES (26, 3, 3, 10, 3, 1795138373782, NULL, NULL, '[2,1,"answer",9,1,[966,0]]', 2128878951);
INSERT INTO public.log_event VALUES (27, 3, 3, 11, 4, 1795138373791, NULL, NULL, '[2,1,[["text","So."]],[184,1,0,0,0,0],"stop",null,null,0]', 1995959343);
INSERT INTO public.log_event VALUES (28, 3, 3, 12, 15, 1795138373791, NULL, NULL, '["completed","So."]', 429526435);
INSERT INTO public.log_event VALUES (29, 4, 4, 1, 0, 1795138373931, 'person:owner', 'cmd_0mwob1e72bo2okb19gpra', '["thr_0mwob1e72ng3436u0qt6s",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Fail with nothing",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 119748512);
INSERT INTO public.log_event VALUES (30, 4, 4, 2, 2, 1795138373931, 'person:owner', 'cmd_0mwob1e72bo2okb19gpra', '["msg_0mwob1e72qqaogl46fjen","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 1095913624);
INSERT INTO public.log_event VALUES (31, 4, 4, 3, 2, 1795138373931, 'person:owner', 'cmd_0mwob1e72bo2okb19gpra', '["msg_0mwob1e723ceb2312appj","person","Fail with nothing."]', 4261394031);
INSERT INTO public.log_event VALUES (32, 4, 4, 4, 3, 1795138374045, NULL, NULL, '[1,1,"answer",3,1,[916,0]]', 1757035819);
INSERT INTO public.log_event VALUES (33, 4, 4, 5, 4, 1795138374050, NULL, NULL, '[1,1,[["call","call_0mwob1ean120bd2loa92r"]],[39,14,0,0,0,0],"calls",null,null,1]', 3223165520);
INSERT INTO public.log_event VALUES (34, 4, 4, 6, 6, 1795138374050, NULL, NULL, '["call_0mwob1ean120bd2loa92r",1,"newTask",{"task":"Say nothing.","subAgentId":"agt_worker"},"idempotent","task_0mwob1ean120bd2loa92r","thr_0mwob1ean120bd2loa92r"]', 3601094109);
INSERT INTO public.log_event VALUES (35, 4, 4, 7, 11, 1795138374050, NULL, NULL, '["call_0mwob1ean120bd2loa92r",1,"task_0mwob1ean120bd2loa92r","thr_0mwob1ean120bd2loa92r","agt_worker","Say nothing.","Say nothing",1,null,1]', 1407029616);
INSERT INTO public.log_event VALUES (73, 6, 7, 8, 2, 1795138374714, NULL, NULL, '["msg_0mwob1eukgc74j4054kba","parent","Once more.","task_0mwob1et5tkd8b55ahie9"]', 3092804882);
INSERT INTO public.log_event VALUES (74, 6, 7, 9, 3, 1795138374769, NULL, NULL, '[2,1,"answer",8,1,[386,0]]', 2944541149);
INSERT INTO public.log_event VALUES (36, 4, 5, 1, 0, 1795138374050, NULL, NULL, '["thr_0mwob1e72ng3436u0qt6s",["thr_0mwob1e72ng3436u0qt6s","call_0mwob1ean120bd2loa92r",1,"task_0mwob1ean120bd2loa92r"],1,["agt_boss","agt_worker"],["agt_worker",1,"worker","Does what a worker does",["#888888","bot"],["scripted","scripted"],[],["askUser"],null,[]],[3,8,64,100,1800000,120000,null,1000000],"Say nothing",1,[["askUser"],["*"],[]],["allow","ask","ask","ask"]]', 2596134425);
INSERT INTO public.log_event VALUES (37, 4, 5, 2, 2, 1795138374050, NULL, NULL, '["msg_0mwob1eb25qu6ss219mq3","system","You are worker.\n\nYou work on one task for another agent. You see only what it gives you below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person."]', 4120496429);
INSERT INTO public.log_event VALUES (38, 4, 5, 3, 2, 1795138374050, NULL, NULL, '["msg_0mwob1eb2fviam6jbohe0","parent","Say nothing.","task_0mwob1ean120bd2loa92r"]', 1752295911);
INSERT INTO public.log_event VALUES (39, 4, 5, 4, 3, 1795138374134, NULL, NULL, '[1,1,"answer",3,1,[380,0]]', 1512760291);
INSERT INTO public.log_event VALUES (40, 4, 5, 5, 4, 1795138374256, NULL, NULL, '[1,1,[["call","call_0mwob1egf0200j39vg1u8"]],[83,11,0,0,0,0],"calls",null,null,1]', 1282743644);
INSERT INTO public.log_event VALUES (41, 4, 5, 6, 6, 1795138374256, NULL, NULL, '["call_0mwob1egf0200j39vg1u8",1,"taskResult",{"result":"","status":"success"},"idempotent"]', 1376393049);
INSERT INTO public.log_event VALUES (42, 4, 5, 7, 8, 1795138374256, NULL, NULL, '["call_0mwob1egf0200j39vg1u8",1,"done",["The task has ended with this result.",36]]', 3454169268);
INSERT INTO public.log_event VALUES (43, 4, 5, 8, 15, 1795138374256, NULL, NULL, '["failed","",{"code":"empty-result"}]', 2301958614);
INSERT INTO public.log_event VALUES (44, 4, 4, 8, 12, 1795138374256, NULL, NULL, '["call_0mwob1ean120bd2loa92r",1,"task_0mwob1ean120bd2loa92r","failed","",{"code":"empty-result"},[83,11,0,0,0],[94,0,1,0,0]]', 3587256747);
INSERT INTO public.log_event VALUES (45, 4, 4, 9, 8, 1795138374256, NULL, NULL, '["call_0mwob1ean120bd2loa92r",1,"failed",[{"taskId":"task_0mwob1ean120bd2loa92r","status":"failed","result":""},0],{"code":"empty-result"}]', 413539097);
INSERT INTO public.log_event VALUES (46, 4, 4, 10, 3, 1795138374284, NULL, NULL, '[2,1,"answer",9,1,[1027,0]]', 4190858425);
INSERT INTO public.log_event VALUES (47, 4, 4, 11, 4, 1795138374321, NULL, NULL, '[2,1,[["text","Nothing."]],[204,2,0,0,0,0],"stop",null,null,0]', 1700242504);
INSERT INTO public.log_event VALUES (48, 4, 4, 12, 15, 1795138374321, NULL, NULL, '["completed","Nothing."]', 3671251693);
INSERT INTO public.log_event VALUES (49, 6, 6, 1, 0, 1795138374386, 'person:owner', 'cmd_0mwob1ejysnrslk44sebi', '["thr_0mwob1ejz374ba99c4eoc",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Fail in a task",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 1656044570);
INSERT INTO public.log_event VALUES (50, 6, 6, 2, 2, 1795138374386, 'person:owner', 'cmd_0mwob1ejysnrslk44sebi', '["msg_0mwob1ejz8p52tp2vcmhh","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 2069183108);
INSERT INTO public.log_event VALUES (51, 6, 6, 3, 2, 1795138374386, 'person:owner', 'cmd_0mwob1ejysnrslk44sebi', '["msg_0mwob1ek0681keoodtbuu","person","Fail in a task."]', 3326840262);
INSERT INTO public.log_event VALUES (52, 6, 6, 4, 3, 1795138374405, NULL, NULL, '[1,1,"answer",3,1,[915,0]]', 1857019255);
INSERT INTO public.log_event VALUES (53, 6, 6, 5, 4, 1795138374456, NULL, NULL, '[1,1,[["call","call_0mwob1elzntos7sij3bna"]],[38,15,0,0,0,0],"calls",null,null,0]', 1395504927);
INSERT INTO public.log_event VALUES (54, 6, 6, 6, 6, 1795138374456, NULL, NULL, '["call_0mwob1elzntos7sij3bna",1,"newTask",{"task":"Fail at this.","subAgentId":"agt_worker"},"idempotent","task_0mwob1elzntos7sij3bna","thr_0mwob1elzntos7sij3bna"]', 3757767134);
INSERT INTO public.log_event VALUES (55, 6, 6, 7, 11, 1795138374456, NULL, NULL, '["call_0mwob1elzntos7sij3bna",1,"task_0mwob1elzntos7sij3bna","thr_0mwob1elzntos7sij3bna","agt_worker","Fail at this.","Fail at this",1,null,1]', 2706551435);
INSERT INTO public.log_event VALUES (56, 6, 7, 1, 0, 1795138374456, NULL, NULL, '["thr_0mwob1ejz374ba99c4eoc",["thr_0mwob1ejz374ba99c4eoc","call_0mwob1elzntos7sij3bna",1,"task_0mwob1elzntos7sij3bna"],1,["agt_boss","agt_worker"],["agt_worker",1,"worker","Does what a worker does",["#888888","bot"],["scripted","scripted"],[],["askUser"],null,[]],[3,8,64,100,1800000,120000,null,1000000],"Fail at this",1,[["askUser"],["*"],[]],["allow","ask","ask","ask"]]', 990218893);
INSERT INTO public.log_event VALUES (57, 6, 7, 2, 2, 1795138374456, NULL, NULL, '["msg_0mwob1em2p04k7919fnp5","system","You are worker.\n\nYou work on one task for another agent. You see only what it gives you below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person."]', 3610798374);
INSERT INTO public.log_event VALUES (58, 6, 7, 3, 2, 1795138374456, NULL, NULL, '["msg_0mwob1em2q79gi6eedecm","parent","Fail at this.","task_0mwob1elzntos7sij3bna"]', 211169242);
INSERT INTO public.log_event VALUES (59, 6, 7, 4, 3, 1795138374462, NULL, NULL, '[1,1,"answer",3,1,[380,0]]', 3491686917);
INSERT INTO public.log_event VALUES (60, 6, 7, 5, 4, 1795138374467, NULL, NULL, '[1,1,[["text","This is what I"]],[83,4,0,0,0,0],"length",null,null,1]', 569407742);
INSERT INTO public.log_event VALUES (61, 6, 7, 6, 15, 1795138374467, NULL, NULL, '["failed","This is what I",{"code":"answer-truncated"}]', 858577641);
INSERT INTO public.log_event VALUES (62, 6, 6, 8, 12, 1795138374467, NULL, NULL, '["call_0mwob1elzntos7sij3bna",1,"task_0mwob1elzntos7sij3bna","failed","This is what I",{"code":"answer-truncated"},[83,4,0,0,0],[87,0,1,0,0]]', 3598564617);
INSERT INTO public.log_event VALUES (63, 6, 6, 9, 8, 1795138374467, NULL, NULL, '["call_0mwob1elzntos7sij3bna",1,"failed",[{"taskId":"task_0mwob1elzntos7sij3bna","status":"failed","result":"This is what I"},14],{"code":"answer-truncated"}]', 1113524182);
INSERT INTO public.log_event VALUES (64, 6, 6, 10, 3, 1795138374473, NULL, NULL, '[2,1,"answer",9,1,[1035,0]]', 388184636);
INSERT INTO public.log_event VALUES (65, 6, 6, 11, 4, 1795138374476, NULL, NULL, '[2,1,[["text","It failed."]],[212,3,0,0,0,0],"stop",null,null,0]', 3635758432);
INSERT INTO public.log_event VALUES (66, 6, 6, 12, 15, 1795138374476, NULL, NULL, '["completed","It failed."]', 1443379120);
INSERT INTO public.log_event VALUES (67, 6, 6, 13, 2, 1795138374604, 'person:owner', 'cmd_0mwob1eq2abmh2uk4l149', '["msg_0mwob1eq4mvbefk8o9ekp","person","More."]', 2721311175);
INSERT INTO public.log_event VALUES (68, 6, 6, 14, 3, 1795138374709, NULL, NULL, '[3,1,"answer",13,1,[1039,0]]', 3157356289);
INSERT INTO public.log_event VALUES (69, 6, 6, 15, 4, 1795138374714, NULL, NULL, '[3,1,[["call","call_0mwob1et5tkd8b55ahie9"]],[237,17,0,0,0,0],"calls",null,null,1]', 3646084492);
INSERT INTO public.log_event VALUES (70, 6, 6, 16, 6, 1795138374714, NULL, NULL, '["call_0mwob1et5tkd8b55ahie9",3,"newTask",{"task":"Once more.","taskId":"task_0mwob1elzntos7sij3bna"},"idempotent","task_0mwob1et5tkd8b55ahie9","thr_0mwob1elzntos7sij3bna"]', 1708646858);
INSERT INTO public.log_event VALUES (71, 6, 6, 17, 11, 1795138374714, NULL, NULL, '["call_0mwob1et5tkd8b55ahie9",3,"task_0mwob1et5tkd8b55ahie9","thr_0mwob1elzntos7sij3bna","agt_worker","Once more.","Once more",1,null,2,null,"task_0mwob1elzntos7sij3bna"]', 2843865270);
INSERT INTO public.log_event VALUES (72, 6, 7, 7, 23, 1795138374714, NULL, NULL, '[["thr_0mwob1ejz374ba99c4eoc","call_0mwob1et5tkd8b55ahie9",3,"task_0mwob1et5tkd8b55ahie9"],2]', 1975731844);
INSERT INTO public.log_event VALUES (75, 6, 7, 10, 4, 1795138374776, NULL, NULL, '[2,1,[["call","call_0mwob1euveefueis42hac"]],[110,15,0,0,0,0],"calls",null,"task_0mwob1et5tkd8b55ahie9",0]', 4263689107);
INSERT INTO public.log_event VALUES (76, 6, 7, 11, 6, 1795138374776, NULL, NULL, '["call_0mwob1euveefueis42hac",2,"taskResult",{"result":"one, two, three","status":"success"},"idempotent",null,null,"task_0mwob1et5tkd8b55ahie9"]', 198503644);
INSERT INTO public.log_event VALUES (77, 6, 7, 12, 8, 1795138374776, NULL, NULL, '["call_0mwob1euveefueis42hac",2,"done",["The task has ended with this result.",36]]', 3990043820);
INSERT INTO public.log_event VALUES (78, 6, 7, 13, 15, 1795138374776, NULL, NULL, '["completed","one, two, three"]', 3643092820);
INSERT INTO public.log_event VALUES (79, 6, 6, 18, 12, 1795138374776, NULL, NULL, '["call_0mwob1et5tkd8b55ahie9",3,"task_0mwob1et5tkd8b55ahie9","success","one, two, three",null,[110,15,0,0,0],[125,0,0,0,0]]', 2707246598);
INSERT INTO public.log_event VALUES (80, 6, 6, 19, 8, 1795138374776, NULL, NULL, '["call_0mwob1et5tkd8b55ahie9",3,"done",[{"taskId":"task_0mwob1et5tkd8b55ahie9","status":"success","result":"one, two, three"},15]]', 1510667936);
INSERT INTO public.log_event VALUES (81, 6, 6, 20, 3, 1795138374783, NULL, NULL, '[4,1,"answer",19,1,[1090,0]]', 4135071174);
INSERT INTO public.log_event VALUES (82, 6, 6, 21, 4, 1795138374800, NULL, NULL, '[4,1,[["text","It has another result."]],[343,6,0,0,0,0],"stop",null,null,0]', 1169189926);
INSERT INTO public.log_event VALUES (83, 6, 6, 22, 15, 1795138374800, NULL, NULL, '["completed","It has another result."]', 1573378420);
INSERT INTO public.log_event VALUES (84, 6, 7, 14, 22, 1795138374912, 'person:owner', 'cmd_0mwob1eym2pmf0ci78n1r', '[7,false,[["thr_0mwob1ejz374ba99c4eoc","call_0mwob1elzntos7sij3bna",1,"task_0mwob1elzntos7sij3bna"],1,"failed","This is what I",{"code":"answer-truncated"},1795138374467]]', 628240648);
INSERT INTO public.log_event VALUES (85, 6, 6, 23, 22, 1795138374912, 'person:owner', 'cmd_0mwob1eym2pmf0ci78n1r', '[13,true]', 3083227360);
INSERT INTO public.log_event VALUES (86, 6, 6, 24, 3, 1795138374919, NULL, NULL, '[5,1,"answer",23,1,[1039,0]]', 2072914283);
INSERT INTO public.log_event VALUES (87, 6, 6, 25, 4, 1795138374923, NULL, NULL, '[5,1,[["call","call_0mwob1eyyauqraav68rpf"]],[237,17,0,0,0,0],"calls",null,null,0]', 3530306064);
INSERT INTO public.log_event VALUES (88, 6, 6, 26, 6, 1795138374923, NULL, NULL, '["call_0mwob1eyyauqraav68rpf",5,"newTask",{"task":"Once more.","taskId":"task_0mwob1elzntos7sij3bna"},"idempotent","task_0mwob1eyyauqraav68rpf","thr_0mwob1elzntos7sij3bna"]', 2203492573);
INSERT INTO public.log_event VALUES (89, 6, 6, 27, 11, 1795138374923, NULL, NULL, '["call_0mwob1eyyauqraav68rpf",5,"task_0mwob1eyyauqraav68rpf","thr_0mwob1elzntos7sij3bna","agt_worker","Once more.","Once more",1,null,3,null,"task_0mwob1elzntos7sij3bna"]', 3495467276);
INSERT INTO public.log_event VALUES (90, 6, 7, 15, 23, 1795138374923, NULL, NULL, '[["thr_0mwob1ejz374ba99c4eoc","call_0mwob1eyyauqraav68rpf",5,"task_0mwob1eyyauqraav68rpf"],3]', 1432641230);
INSERT INTO public.log_event VALUES (91, 6, 7, 16, 2, 1795138374923, NULL, NULL, '["msg_0mwob1ez0bpuj40or9dc8","parent","Once more.","task_0mwob1eyyauqraav68rpf"]', 2967010990);
INSERT INTO public.log_event VALUES (92, 6, 7, 17, 3, 1795138374927, NULL, NULL, '[3,1,"answer",16,1,[386,0]]', 2292318778);
INSERT INTO public.log_event VALUES (93, 6, 7, 18, 4, 1795138374932, NULL, NULL, '[3,1,[["call","call_0mwob1ez72f4ndhrvg73d"]],[110,15,0,0,0,0],"calls",null,"task_0mwob1eyyauqraav68rpf",1]', 3639372589);
INSERT INTO public.log_event VALUES (94, 6, 7, 19, 6, 1795138374932, NULL, NULL, '["call_0mwob1ez72f4ndhrvg73d",3,"taskResult",{"result":"one, two, three","status":"success"},"idempotent",null,null,"task_0mwob1eyyauqraav68rpf"]', 436196104);
INSERT INTO public.log_event VALUES (95, 6, 7, 20, 8, 1795138374932, NULL, NULL, '["call_0mwob1ez72f4ndhrvg73d",3,"done",["The task has ended with this result.",36]]', 2866608919);
INSERT INTO public.log_event VALUES (96, 6, 7, 21, 15, 1795138374932, NULL, NULL, '["completed","one, two, three"]', 346285148);
INSERT INTO public.log_event VALUES (97, 6, 6, 28, 12, 1795138374932, NULL, NULL, '["call_0mwob1eyyauqraav68rpf",5,"task_0mwob1eyyauqraav68rpf","success","one, two, three",null,[110,15,0,0,0],[125,0,1,0,0]]', 3334551592);
INSERT INTO public.log_event VALUES (98, 6, 6, 29, 8, 1795138374932, NULL, NULL, '["call_0mwob1eyyauqraav68rpf",5,"done",[{"taskId":"task_0mwob1eyyauqraav68rpf","status":"success","result":"one, two, three"},15]]', 979581869);
INSERT INTO public.log_event VALUES (99, 6, 6, 30, 3, 1795138374936, NULL, NULL, '[6,1,"answer",29,1,[1090,0]]', 1181755065);
INSERT INTO public.log_event VALUES (100, 6, 6, 31, 4, 1795138374939, NULL, NULL, '[6,1,[["text","It has another result."]],[343,6,0,0,0,0],"stop",null,null,0]', 2150076142);
INSERT INTO public.log_event VALUES (101, 6, 6, 32, 15, 1795138374939, NULL, NULL, '["completed","It has another result."]', 3519649427);
INSERT INTO public.log_event VALUES (102, 8, 8, 1, 0, 1795138375024, 'person:owner', 'cmd_0mwob1f1oa5vaff4ndjso', '["thr_0mwob1f1ob4k10npfsd6i",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Cancel by retry",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 2038472353);
INSERT INTO public.log_event VALUES (103, 8, 8, 2, 2, 1795138375024, 'person:owner', 'cmd_0mwob1f1oa5vaff4ndjso', '["msg_0mwob1f1o0mm6cki16son","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 63352101);
INSERT INTO public.log_event VALUES (104, 8, 8, 3, 2, 1795138375024, 'person:owner', 'cmd_0mwob1f1oa5vaff4ndjso', '["msg_0mwob1f1o50hegmbpiik8","person","Cancel by retry."]', 3621949508);
INSERT INTO public.log_event VALUES (105, 8, 8, 4, 3, 1795138375069, NULL, NULL, '[1,1,"answer",3,1,[915,0]]', 1345220410);
INSERT INTO public.log_event VALUES (106, 8, 8, 5, 4, 1795138375080, NULL, NULL, '[1,1,[["call","call_0mwob1f3bqs5dgp4fqv55"]],[38,15,0,0,0,0],"calls",null,null,1]', 3371144414);
INSERT INTO public.log_event VALUES (107, 8, 8, 6, 6, 1795138375080, NULL, NULL, '["call_0mwob1f3bqs5dgp4fqv55",1,"newTask",{"task":"Take your time.","subAgentId":"agt_worker"},"idempotent","task_0mwob1f3bqs5dgp4fqv55","thr_0mwob1f3bqs5dgp4fqv55"]', 217470735);
INSERT INTO public.log_event VALUES (108, 8, 8, 7, 11, 1795138375080, NULL, NULL, '["call_0mwob1f3bqs5dgp4fqv55",1,"task_0mwob1f3bqs5dgp4fqv55","thr_0mwob1f3bqs5dgp4fqv55","agt_worker","Take your time.","Take your time",1,null,1]', 1564374345);
INSERT INTO public.log_event VALUES (109, 8, 9, 1, 0, 1795138375080, NULL, NULL, '["thr_0mwob1f1ob4k10npfsd6i",["thr_0mwob1f1ob4k10npfsd6i","call_0mwob1f3bqs5dgp4fqv55",1,"task_0mwob1f3bqs5dgp4fqv55"],1,["agt_boss","agt_worker"],["agt_worker",1,"worker","Does what a worker does",["#888888","bot"],["scripted","scripted"],[],["askUser"],null,[]],[3,8,64,100,1800000,120000,null,1000000],"Take your time",1,[["askUser"],["*"],[]],["allow","ask","ask","ask"]]', 3732533991);
INSERT INTO public.log_event VALUES (110, 8, 9, 2, 2, 1795138375080, NULL, NULL, '["msg_0mwob1f3eg9p9s31t7e23","system","You are worker.\n\nYou work on one task for another agent. You see only what it gives you below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person."]', 840750886);
INSERT INTO public.log_event VALUES (111, 8, 9, 3, 2, 1795138375080, NULL, NULL, '["msg_0mwob1f3ep1qp4cp5fk6a","parent","Take your time.","task_0mwob1f3bqs5dgp4fqv55"]', 362493118);
INSERT INTO public.log_event VALUES (112, 8, 9, 4, 3, 1795138375085, NULL, NULL, '[1,1,"answer",3,1,[381,0]]', 3599166523);
INSERT INTO public.log_event VALUES (113, 8, 9, 5, 5, 1795138375263, 'person:owner', 'cmd_0mwob1f84h0k3hgmfisvc', '[1,1,"stopped",{"code":"retried"},[["text","I am at it. "]],[0,0,0,0,381,0],true,null,null,177]', 2379775575);
INSERT INTO public.log_event VALUES (114, 8, 9, 6, 16, 1795138375263, 'person:owner', 'cmd_0mwob1f84h0k3hgmfisvc', '[{"code":"retried"}]', 1350637961);
INSERT INTO public.log_event VALUES (115, 8, 8, 8, 12, 1795138375263, 'person:owner', 'cmd_0mwob1f84h0k3hgmfisvc', '["call_0mwob1f3bqs5dgp4fqv55",1,"task_0mwob1f3bqs5dgp4fqv55","cancelled","",{"code":"retried"},[0,0,0,0,381],[381,0,177,0,0]]', 3756315519);
INSERT INTO public.log_event VALUES (116, 8, 8, 9, 11, 1795138375263, 'person:owner', 'cmd_0mwob1f84h0k3hgmfisvc', '["call_0mwob1f3bqs5dgp4fqv55",1,"task_0mwob1f3bqs5dgp4fqv55_2","thr_0mwob1f3bqs5dgp4fqv55_2","agt_worker","Count to three.","Count to three",2,"task_0mwob1f3bqs5dgp4fqv55",1]', 1781932334);
INSERT INTO public.log_event VALUES (117, 8, 10, 1, 0, 1795138375263, 'person:owner', 'cmd_0mwob1f84h0k3hgmfisvc', '["thr_0mwob1f1ob4k10npfsd6i",["thr_0mwob1f1ob4k10npfsd6i","call_0mwob1f3bqs5dgp4fqv55",1,"task_0mwob1f3bqs5dgp4fqv55_2"],1,["agt_boss","agt_worker"],["agt_worker",1,"worker","Does what a worker does",["#888888","bot"],["scripted","scripted"],[],["askUser"],null,[]],[3,8,64,100,1800000,120000,null,1000000],"Count to three",1,[["askUser"],["*"],[]],["allow","ask","ask","ask"]]', 3145794833);
INSERT INTO public.log_event VALUES (118, 8, 10, 2, 2, 1795138375263, 'person:owner', 'cmd_0mwob1f84h0k3hgmfisvc', '["msg_0mwob1f8h1eef4js15fea","system","You are worker.\n\nYou work on one task for another agent. You see only what it gives you below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person."]', 1308535554);
INSERT INTO public.log_event VALUES (119, 8, 10, 3, 2, 1795138375263, 'person:owner', 'cmd_0mwob1f84h0k3hgmfisvc', '["msg_0mwob1f8h9od0ipom3iht","parent","Count to three.","task_0mwob1f3bqs5dgp4fqv55_2"]', 2708780717);
INSERT INTO public.log_event VALUES (120, 8, 10, 4, 3, 1795138375293, NULL, NULL, '[1,1,"answer",3,1,[381,0]]', 485547709);
INSERT INTO public.log_event VALUES (121, 8, 10, 5, 4, 1795138375306, NULL, NULL, '[1,1,[["call","call_0mwob1f9fm5n4ep34ckss"]],[84,15,0,0,0,0],"calls",null,null,6]', 3805615674);
INSERT INTO public.log_event VALUES (122, 8, 10, 6, 6, 1795138375306, NULL, NULL, '["call_0mwob1f9fm5n4ep34ckss",1,"taskResult",{"result":"one, two, three","status":"success"},"idempotent"]', 911154749);
INSERT INTO public.log_event VALUES (123, 8, 10, 7, 8, 1795138375306, NULL, NULL, '["call_0mwob1f9fm5n4ep34ckss",1,"done",["The task has ended with this result.",36]]', 1453361723);
INSERT INTO public.log_event VALUES (124, 8, 10, 8, 15, 1795138375306, NULL, NULL, '["completed","one, two, three"]', 3661428186);
INSERT INTO public.log_event VALUES (125, 8, 8, 10, 12, 1795138375306, NULL, NULL, '["call_0mwob1f3bqs5dgp4fqv55",1,"task_0mwob1f3bqs5dgp4fqv55_2","success","one, two, three",null,[84,15,0,0,0],[99,0,6,0,0]]', 1269121592);
INSERT INTO public.log_event VALUES (126, 8, 8, 11, 8, 1795138375306, NULL, NULL, '["call_0mwob1f3bqs5dgp4fqv55",1,"done",[{"taskId":"task_0mwob1f3bqs5dgp4fqv55_2","status":"success","result":"one, two, three"},15]]', 2265448265);
INSERT INTO public.log_event VALUES (127, 8, 8, 12, 3, 1795138375340, NULL, NULL, '[2,1,"answer",11,1,[1021,0]]', 2168907139);
INSERT INTO public.log_event VALUES (128, 8, 8, 13, 4, 1795138375398, NULL, NULL, '[2,1,[["text","Retried."]],[198,2,0,0,0,0],"stop",null,null,0]', 397875470);
INSERT INTO public.log_event VALUES (129, 8, 8, 14, 15, 1795138375398, NULL, NULL, '["completed","Retried."]', 3169581993);
INSERT INTO public.log_event VALUES (130, 11, 11, 1, 0, 1795138375494, 'person:owner', 'cmd_0mwob1fetsolvacnu6mtc', '["thr_0mwob1fetcua20isfam1m",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Cancel the work",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 2066539549);
INSERT INTO public.log_event VALUES (131, 11, 11, 2, 2, 1795138375494, 'person:owner', 'cmd_0mwob1fetsolvacnu6mtc', '["msg_0mwob1fet22n1uedk10eo","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 1931128956);
INSERT INTO public.log_event VALUES (132, 11, 11, 3, 2, 1795138375494, 'person:owner', 'cmd_0mwob1fetsolvacnu6mtc', '["msg_0mwob1fetglceistqbq93","person","Cancel the work."]', 3531555882);
INSERT INTO public.log_event VALUES (133, 11, 11, 4, 3, 1795138375502, NULL, NULL, '[1,1,"answer",3,1,[915,0]]', 2079375755);
INSERT INTO public.log_event VALUES (134, 11, 11, 5, 4, 1795138375507, NULL, NULL, '[1,1,[["call","call_0mwob1ff7pvm81uhbbqjl"]],[38,15,0,0,0,0],"calls",null,null,1]', 3301363447);
INSERT INTO public.log_event VALUES (135, 11, 11, 6, 6, 1795138375507, NULL, NULL, '["call_0mwob1ff7pvm81uhbbqjl",1,"newTask",{"task":"Take your time.","subAgentId":"agt_worker"},"idempotent","task_0mwob1ff7pvm81uhbbqjl","thr_0mwob1ff7pvm81uhbbqjl"]', 1962461982);
INSERT INTO public.log_event VALUES (136, 11, 11, 7, 11, 1795138375507, NULL, NULL, '["call_0mwob1ff7pvm81uhbbqjl",1,"task_0mwob1ff7pvm81uhbbqjl","thr_0mwob1ff7pvm81uhbbqjl","agt_worker","Take your time.","Take your time",1,null,1]', 1415038586);
INSERT INTO public.log_event VALUES (137, 11, 12, 1, 0, 1795138375507, NULL, NULL, '["thr_0mwob1fetcua20isfam1m",["thr_0mwob1fetcua20isfam1m","call_0mwob1ff7pvm81uhbbqjl",1,"task_0mwob1ff7pvm81uhbbqjl"],1,["agt_boss","agt_worker"],["agt_worker",1,"worker","Does what a worker does",["#888888","bot"],["scripted","scripted"],[],["askUser"],null,[]],[3,8,64,100,1800000,120000,null,1000000],"Take your time",1,[["askUser"],["*"],[]],["allow","ask","ask","ask"]]', 3288292895);
INSERT INTO public.log_event VALUES (138, 11, 12, 2, 2, 1795138375507, NULL, NULL, '["msg_0mwob1ff8andc722hkekt","system","You are worker.\n\nYou work on one task for another agent. You see only what it gives you below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person."]', 85960839);
INSERT INTO public.log_event VALUES (139, 11, 12, 3, 2, 1795138375507, NULL, NULL, '["msg_0mwob1ff8bnhluuf4rc98","parent","Take your time.","task_0mwob1ff7pvm81uhbbqjl"]', 3144726569);
INSERT INTO public.log_event VALUES (140, 11, 12, 4, 3, 1795138375510, NULL, NULL, '[1,1,"answer",3,1,[381,0]]', 290817938);
INSERT INTO public.log_event VALUES (141, 11, 11, 8, 12, 1795138375710, 'person:owner', 'cmd_0mwob1fks5i7hn1npmmp2', '["call_0mwob1ff7pvm81uhbbqjl",1,"task_0mwob1ff7pvm81uhbbqjl","cancelled","",{"code":"canceled"},[0,0,0,0,381],[381,0,197,0,0]]', 2086203043);
INSERT INTO public.log_event VALUES (142, 11, 11, 9, 8, 1795138375710, 'person:owner', 'cmd_0mwob1fks5i7hn1npmmp2', '["call_0mwob1ff7pvm81uhbbqjl",1,"cancelled",null,{"code":"canceled"}]', 3988591318);
INSERT INTO public.log_event VALUES (143, 11, 11, 10, 16, 1795138375710, 'person:owner', 'cmd_0mwob1fks5i7hn1npmmp2', '[{"code":"canceled"}]', 2453786896);
INSERT INTO public.log_event VALUES (144, 11, 12, 5, 5, 1795138375710, 'person:owner', 'cmd_0mwob1fks5i7hn1npmmp2', '[1,1,"stopped",{"code":"canceled"},[["text","I am at it. "]],[0,0,0,0,381,0],true,null,null,197]', 2324187178);
INSERT INTO public.log_event VALUES (145, 11, 12, 6, 16, 1795138375710, 'person:owner', 'cmd_0mwob1fks5i7hn1npmmp2', '[{"code":"canceled"}]', 1200294711);
INSERT INTO public.log_event VALUES (183, 14, 14, 11, 4, 1795138375988, NULL, NULL, '[2,1,[["text","Done: {\"source\":\"sub_agent\",\"agent\":\"agt_worker\",\"trust\":\"untrusted\",\"taskId\":\"task_0mwob1frraevj6ieb4kg4\",\"status\":\"success\",\"result\":\"one, two, three\"}"]],[199,39,0,0,0,0],"stop",null,null,1]', 1282931399);
INSERT INTO public.log_event VALUES (146, 13, 13, 1, 0, 1795138375714, 'person:owner', 'cmd_0mwob1fkxf1cpvmqh90eh', '["thr_0mwob1fkxlrpijt5ikac7",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Cancel the tool",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 1437659647);
INSERT INTO public.log_event VALUES (147, 13, 13, 2, 2, 1795138375714, 'person:owner', 'cmd_0mwob1fkxf1cpvmqh90eh', '["msg_0mwob1fkx5s1te92gfoop","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 1013879241);
INSERT INTO public.log_event VALUES (148, 13, 13, 3, 2, 1795138375714, 'person:owner', 'cmd_0mwob1fkxf1cpvmqh90eh', '["msg_0mwob1fkxqmhlip5ofjdb","person","Cancel the tool."]', 1301723099);
INSERT INTO public.log_event VALUES (149, 13, 13, 4, 3, 1795138375729, NULL, NULL, '[1,1,"answer",3,1,[915,0]]', 1978478523);
INSERT INTO public.log_event VALUES (150, 13, 13, 5, 4, 1795138375733, NULL, NULL, '[1,1,[["call","call_0mwob1flhkumb59kvfhln"]],[38,2,0,0,0,0],"calls",null,null,0]', 281294811);
INSERT INTO public.log_event VALUES (151, 13, 13, 6, 6, 1795138375733, NULL, NULL, '["call_0mwob1flhkumb59kvfhln",1,"wait",{},"unsafe"]', 2541439083);
INSERT INTO public.log_event VALUES (152, 13, 13, 7, 7, 1795138375736, NULL, NULL, '["call_0mwob1flhkumb59kvfhln",1,1]', 4097128931);
INSERT INTO public.log_event VALUES (153, 13, 13, 8, 8, 1795138375836, 'person:owner', 'cmd_0mwob1fo5q6n33sj0musb', '["call_0mwob1flhkumb59kvfhln",1,"cancelled",null,{"code":"canceled"},99]', 1250808655);
INSERT INTO public.log_event VALUES (154, 13, 13, 9, 16, 1795138375836, 'person:owner', 'cmd_0mwob1fo5q6n33sj0musb', '[{"code":"canceled"}]', 483272997);
INSERT INTO public.log_event VALUES (155, 13, 13, 10, 9, 1795138375840, NULL, NULL, '["call_0mwob1flhkumb59kvfhln",1,"failed",null,{"code":"tool-error","text":"The tool gave up."}]', 2606098769);
INSERT INTO public.log_event VALUES (156, 14, 14, 1, 0, 1795138375953, 'person:owner', 'cmd_0mwob1frjqp3m8rc6t9f4', '["thr_0mwob1frkp78i64gbonn2",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Delegate the counting",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 830249286);
INSERT INTO public.log_event VALUES (157, 14, 14, 2, 2, 1795138375953, 'person:owner', 'cmd_0mwob1frjqp3m8rc6t9f4', '["msg_0mwob1frks3jno84h0fqj","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 3937815497);
INSERT INTO public.log_event VALUES (158, 14, 14, 3, 2, 1795138375953, 'person:owner', 'cmd_0mwob1frjqp3m8rc6t9f4', '["msg_0mwob1frks6lgibp6ec67","person","Delegate the counting."]', 1278732962);
INSERT INTO public.log_event VALUES (159, 14, 14, 4, 3, 1795138375956, NULL, NULL, '[1,1,"answer",3,1,[917,0]]', 3667282150);
INSERT INTO public.log_event VALUES (160, 15, 15, 1, 0, 1795138375956, 'person:owner', 'cmd_0mwob1frmph8p60f50dde', '["thr_0mwob1frm82a97ue36js9",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Read the long text",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 1264799081);
INSERT INTO public.log_event VALUES (161, 15, 15, 2, 2, 1795138375956, 'person:owner', 'cmd_0mwob1frmph8p60f50dde', '["msg_0mwob1frm6fn6t0p2b6pr","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 2561112195);
INSERT INTO public.log_event VALUES (162, 15, 15, 3, 2, 1795138375956, 'person:owner', 'cmd_0mwob1frmph8p60f50dde', '["msg_0mwob1frmb6ni18enu9et","person","Read the long text."]', 3048208657);
INSERT INTO public.log_event VALUES (163, 15, 15, 4, 3, 1795138375960, NULL, NULL, '[1,1,"answer",3,1,[916,0]]', 2611184954);
INSERT INTO public.log_event VALUES (164, 14, 14, 5, 4, 1795138375960, NULL, NULL, '[1,1,[["call","call_0mwob1frraevj6ieb4kg4"]],[40,15,0,0,0,0],"calls",null,null,1]', 2818758898);
INSERT INTO public.log_event VALUES (165, 14, 14, 6, 6, 1795138375960, NULL, NULL, '["call_0mwob1frraevj6ieb4kg4",1,"newTask",{"task":"Count to three.","subAgentId":"agt_worker"},"idempotent","task_0mwob1frraevj6ieb4kg4","thr_0mwob1frraevj6ieb4kg4"]', 3689750699);
INSERT INTO public.log_event VALUES (166, 14, 14, 7, 11, 1795138375960, NULL, NULL, '["call_0mwob1frraevj6ieb4kg4",1,"task_0mwob1frraevj6ieb4kg4","thr_0mwob1frraevj6ieb4kg4","agt_worker","Count to three.","Count to three",1,null,1]', 2533793416);
INSERT INTO public.log_event VALUES (167, 14, 16, 1, 0, 1795138375960, NULL, NULL, '["thr_0mwob1frkp78i64gbonn2",["thr_0mwob1frkp78i64gbonn2","call_0mwob1frraevj6ieb4kg4",1,"task_0mwob1frraevj6ieb4kg4"],1,["agt_boss","agt_worker"],["agt_worker",1,"worker","Does what a worker does",["#888888","bot"],["scripted","scripted"],[],["askUser"],null,[]],[3,8,64,100,1800000,120000,null,1000000],"Count to three",1,[["askUser"],["*"],[]],["allow","ask","ask","ask"]]', 433303259);
INSERT INTO public.log_event VALUES (168, 14, 16, 2, 2, 1795138375960, NULL, NULL, '["msg_0mwob1frtadbm6bv0uk08","system","You are worker.\n\nYou work on one task for another agent. You see only what it gives you below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person."]', 887435031);
INSERT INTO public.log_event VALUES (169, 14, 16, 3, 2, 1795138375960, NULL, NULL, '["msg_0mwob1frttl0r7v9d2g6b","parent","Count to three.","task_0mwob1frraevj6ieb4kg4"]', 3674785270);
INSERT INTO public.log_event VALUES (170, 14, 16, 4, 3, 1795138375967, NULL, NULL, '[1,1,"answer",3,1,[381,0]]', 3547661333);
INSERT INTO public.log_event VALUES (171, 15, 15, 5, 4, 1795138375967, NULL, NULL, '[1,1,[["call","call_0mwob1frzne9g8m1ti3kh"]],[39,3,0,0,0,0],"calls",null,null,1]', 3957462788);
INSERT INTO public.log_event VALUES (172, 15, 15, 6, 6, 1795138375967, NULL, NULL, '["call_0mwob1frzne9g8m1ti3kh",1,"readAll",{},"read"]', 313888721);
INSERT INTO public.log_event VALUES (173, 15, 15, 7, 7, 1795138375970, NULL, NULL, '["call_0mwob1frzne9g8m1ti3kh",1,1]', 295150538);
INSERT INTO public.log_event VALUES (174, 14, 16, 5, 4, 1795138375971, NULL, NULL, '[1,1,[["call","call_0mwob1fs2dak732umrfg6"]],[84,15,0,0,0,0],"calls",null,null,1]', 420992433);
INSERT INTO public.log_event VALUES (175, 14, 16, 6, 6, 1795138375971, NULL, NULL, '["call_0mwob1fs2dak732umrfg6",1,"taskResult",{"result":"one, two, three","status":"success"},"idempotent"]', 2453877163);
INSERT INTO public.log_event VALUES (176, 14, 16, 7, 8, 1795138375971, NULL, NULL, '["call_0mwob1fs2dak732umrfg6",1,"done",["The task has ended with this result.",36]]', 1858470162);
INSERT INTO public.log_event VALUES (177, 14, 16, 8, 15, 1795138375971, NULL, NULL, '["completed","one, two, three"]', 367608483);
INSERT INTO public.log_event VALUES (178, 14, 14, 8, 12, 1795138375971, NULL, NULL, '["call_0mwob1frraevj6ieb4kg4",1,"task_0mwob1frraevj6ieb4kg4","success","one, two, three",null,[84,15,0,0,0],[99,0,1,0,0]]', 3722901024);
INSERT INTO public.log_event VALUES (179, 14, 14, 9, 8, 1795138375971, NULL, NULL, '["call_0mwob1frraevj6ieb4kg4",1,"done",[{"taskId":"task_0mwob1frraevj6ieb4kg4","status":"success","result":"one, two, three"},15]]', 4056197841);
INSERT INTO public.log_event VALUES (180, 14, 14, 10, 3, 1795138375976, NULL, NULL, '[2,1,"answer",9,1,[1022,0]]', 3918137540);
INSERT INTO public.log_event VALUES (181, 15, 15, 8, 8, 1795138375976, NULL, NULL, '["call_0mwob1frzne9g8m1ti3kh",1,"done",["Line 0 of a long text.\nLine 1 of a long text.\nLine 2 of a long text.\nLine 3 of a long text.\nLine 4 of a long text.\nLine 5 of a long text.\nLine 6 of a long text.\nLine 7 of a long text.\nLine 8 of a long text.\nLine 9 of a long text.\nLine 10 of a long text.\nLine 11 of a long text.\nLine 12 of a long text.\nLine 13 of a long text.\nLine 14 of a long text.\nLine 15 of a long text.\nLine 16 of a long text.\nLine 17 of a long text.\nLine 18 of a long text.\nLine 19 of a long text.\nLine 20 of a long text.\nLine 21 of a long text.\nLine 22 of a long text.\nLine 23 of a long text.\nLine 24 of a long text.\nLine 25 of a long text.\nLine 26 of a long text.\nLine 27 of a long text.\nLine 28 of a long text.\nLine 29 of a long text.\nLine 30 of a long text.\nLine 31 of a long text.\nLine 32 of a long text.\nLine 33 of a long text.\nLine 34 of a long text.\nLine 35 of a long text.\nLine 36 of a long text.\nLine 37 of a long text.\nLine 38 of a long text.\nLine 39 of a long text.\nLine 40 of a long text.\nLine 41 of a long text.\nLine 42 of a long text.\nLine 43 of a long text.\nLine 44 of a long text.\nLine 45 of a long text.\nLine 46 of a long text.\nLine 47 of a long text.\nLine 48 of a long text.\nLine 49 of a long text.\nLine 50 of a long text.\nLine 51 of a long text.\nLine 52 of a long text.\nLine 53 of a long text.\nLine 54 of a long text.\nLine 55 of a long text.\nLine 56 of a long text.\nLine 57 of a long text.\nLine 58 of a long text.\nLine 59 of a long text.\nLine 60 of a long text.\nLine 61 of a long text.\nLine 62 of a long text.\nLine 63 of a long text.\nLine 64 of a long text.\nLine 65 of a long text.\nLine 66 of a long text.\nLine 67 of a long text.\nLine 68 of a long text.\nLine 69 of a long text.\nLine 70 of a long text.\nLine 71 of a long text.\nLine 72 of a long text.\nLine 73 of a long text.\nLine 74 of a long text.\nLine 75 of a long text.\nLine 76 of a long text.\nLine 77 of a long text.\nLine 78 of a long text.\nLine 79 of a long text.\nLine 80 of a long text.\nLine 81 of a long text.\nLine 82 of a long text.\nLine 83 of a long text.\nLine 84 of a long text.\nLine 85 of a long text.\nLine 86 of a long text.\nLine 87 of a long text.\nLine 88 of a long text.\nLine 89 of a long text.\nLine 90 of a long text.\nLine 91 of a long text.\nLine 92 of a long text.\nLine 93 of a long text.\nLine 94 of a long text.\nLine 95 of a long text.\nLine 96 of a long text.\nLine 97 of a long text.\nLine 98 of a long text.\nLine 99 of a long text.\nLine 100 of a long text.\nLine 101 of a long text.\nLine 102 of a long text.\nLine 103 of a long text.\nLine 104 of a long text.\nLine 105 of a long text.\nLine 106 of a long text.\nLine 107 of a long text.\nLine 108 of a long text.\nLine 109 of a long text.\nLine 110 of a long text.\nLine 111 of a long text.\nLine 112 of a long text.\nLine 113 of a long text.\nLine 114 of a long text.\nLine 115 of a long text.\nLine 116 of a long text.\nLine 117 of a long text.\nLine 118 of a long text.\nLine 119 of a long text.\nLine 120 of a long text.\nLine 121 of a long text.\nLine 122 of a long text.\nLine 123 of a long text.\nLine 124 of a long text.\nLine 125 of a long text.\nLine 126 of a long text.\nLine 127 of a long text.\nLine 128 of a long text.\nLine 129 of a long text.\nLine 130 of a long text.\nLine 131 of a long text.\nLine 132 of a long text.\nLine 133 of a long text.\nLine 134 of a long text.\nLine 135 of a long text.\nLine 136 of a long text.\nLine 137 of a long text.\nLine 138 of a long text.\nLine 139 of a long text.\nLine 140 of a long text.\nLine 141 of a long text.\nLine 142 of a long text.\nLine 143 of a long text.\nLine 144 of a long text.\nLine 145 of a long text.\nLine 146 of a long text.\nLine 147 of a long text.\nLine 148 of a long text.\nLine 149 of a long text.\nLine 150 of a long text.\nLine 151 of a long text.\nLine 152 of a long text.\nLine 153 of a long text.\nLine 154 of a long text.\nLine 155 of a long text.\nLine 156 of a long text.\nLine 157 of a long text.\nLine 158 of a long text.\nLine 159 of a long text.\nLine 160 of a long text.\nLine 161 of a long text.\nLine 162 of a long text.\nLine 163 of a long text.\nLine 164 of a long text.\nLine 165 of a long text.\nLine 166 of a long text.\nLine 167 of a long text.\nLine 168 of a long text.\nLine 169 of a long text.\nLine 170 of a long text.\nLine 171 of a long text.\nLine 172 of a long text.\nLine 173 of a long text.\nLine 174 of a long text.\nLine 175 of a long text.\nLine 176 of a long text.\nLine 177 of a long text.\nLine 178 of a long text.\nLine 179 of a long text.\nLine 180 of a long text.\nLine 181 of a long text.\nLine 182 of a long text.\nLine 183 of a long text.\nLine 184 of a long text.\nLine 185 of a long text.\nLine 186 of a long text.\nLine 187 of a long text.\nLine 188 of a long text.\nLine 189 of a long text.\nLine 190 of a long text.\nLine 191 of a long text.\nLine 192 of a long text.\nLine 193 of a long text.\nLine 194 of a long text.\nLine 195 of a long text.\nLine 196 of a long text.\nLine 197 of a long text.\nLine 198 of a long text.\nLine 199 of a long text.\nLine 200 of a long text.\nLine 201 of a long text.\nLine 202 of a long text.\nLine 203 of a long text.\nLine 204 of a long text.\nLine 205 of a long text.\nLine 206 of a long text.\nLine 207 of a long text.\nLine 208 of a long text.\nLine 209 of a long text.\nLine 210 of a long text.\nLine 211 of a long text.\nLine 212 of a long text.\nLine 213 of a long text.\nLine 214 of a long text.\nLine 215 of a long text.\nLine 216 of a long text.\nLine 217 of a long text.\nLine 218 of a long text.\nLine 219 of a long text.\nLine 220 of a long text.\nLine 221 of a long text.\nLine 222 of a long text.\nLine 223 of a long text.\nLine 224 of a long text.\nLine 225 of a long text.\nLine 226 of a long text.\nLine 227 of a long text.\nLine 228 of a long text.\nLine 229 of a long text.\nLine 230 of a long text.\nLine 231 of a long text.\nLine 232 of a long text.\nLine 233 of a long text.\nLine 234 of a long text.\nLine 235 of a long text.\nLine 236 of a long text.\nLine 237 of a long text.\nLine 238 of a long text.\nLine 239 of a long text.\nLine 240 of a long text.\nLine 241 of a long text.\nLine 242 of a long text.\nLine 243 of a long text.\nLine 244 of a long text.\nLine 245 of a long text.\nLine 246 of a long text.\nLine 247 of a long text.\nLine 248 of a long text.\nLine 249 of a long text.\nLine 250 of a long text.\nLine 251 of a long text.\nLine 252 of a long text.\nLine 253 of a long text.\nLine 254 of a long text.\nLine 255 of a long text.\nLine 256 of a long text.\nLine 257 of a long text.\nLine 258 of a long text.\nLine 259 of a long text.\nLine 260 of a long text.\nLine 261 of a long text.\nLine 262 of a long text.\nLine 263 of a long text.\nLine 264 of a long text.\nLine 265 of a long text.\nLine 266 of a long text.\nLine 267 of a long text.\nLine 268 of a long text.\nLine 269 of a long text.\nLine 270 of a long text.\nLine 271 of a long text.\nLine 272 of a long text.\nLine 273 of a long text.\nLine 274 of a long text.\nLine 275 of a long text.\nLine 276 of a long text.\nLine 277 of a long text.\nLine 278 of a long text.\nLine 279 of a long text.\nLine 280 of a long text.\nLine 281 of a long text.\nLine 282 of a long text.\nLine 283 of a long text.\nLine 284 of a long text.\nLine 285 of a long text.\nLine 286 of a long text.\nLine 287 of a long text.\nLine 288 of a long text.\nLine 289 of a long text.\nLine 290 of a long text.\nLine 291 of a long text.\nLine 292 of a long text.\nLine 293 of a long text.\nLine 294 of a long text.\nLine 295 of a long text.\nLine 296 of a long text.\nLine 297 of a long text.\nLine 298 of a long text.\nLine 299 of a long text.\nLine 300 of a long text.\nLine 301 of a long text.\nLine 302 of a long text.\nLine 303 of a long text.\nLine 304 of a long text.\nLine 305 of a long text.\nLine 306 of a long text.\nLine 307 of a long text.\nLine 308 of a long text.\nLine 309 of a long text.\nLine 310 of a long text.\nLine 311 of a long text.\nLine 312 of a long text.\nLine 313 of a long text.\nLine 314 of a long text.\nLine 315 of a long text.\nLine 316 of a long text.\nLine 317 of a long text.\nLine 318 of a long text.\nLine 319 of a long text.\nLine 320 of a long text.\nLine 321 of a long text.\nLine 322 of a long text.\nLine 323 of a long text.\nLine 324 of a long text.\nLine 325 of a long text.\nLine 326 of a long text.\nLine 327 of a long text.\nLine 328 of a long text.\nLine 329 of a long text.\nLine 330 of a long text.\nLine 331 of a long text.\nLine 332 of a long text.\nLine 333 of a long text.\nLine 334 of a long text.\nLine 335 of a long text.\nLine 336 of a long text.\nLine 337 of a long text.\nLine 338 of a long text.\nLine 339 of a long text.\nLine 340 of a long text.\nLine 341 of a long text.\nLine 342 of a long text.\nLine 343 of a long text.\nLine 344 of a long text.\nLine 345 of a long text.\nLine 346 of a long text.\nLine 347 of a long text.\nLine 348 of a long text.\nLine 349 of a long text.\nLine 350 of a long text.\nLine 351 of a long text.\nLine 352 of a long text.\nLine 353 of a long text.\nLine 354 of a long text.\nLine 355 of a long text.\nLine 356 of a long text.\nLine 357 of a long text.\nLine 358 of a long text.\nLine 359 of a long text.\nLine 360 of a long text.\nLine 361 of a long text.\nLine 362 of a long text.\nLine 363 of a long text.\nLine 364 of a long text.\nLine 365 of a long text.\nLine 366 of a long text.\nLine 367 of a long text.\nLine 368 of a long text.\nLine 369 of a long text.\nLine 370 of a long text.\nLine 371 of a long text.\nLine 372 of a long text.\nLine 373 of a long text.\nLine 374 of a long text.\nLine 375 of a long text.\nLine 376 of a long text.\nLine 377 of a long text.\nLine 378 of a long text.\nLine 379 of a long text.\nLine 380 of a long text.\nLine 381 of a long text.\nLine 382 of a long text.\nLine 383 of a long text.\nLine 384 of a long text.\nLine 385 of a long text.\nLine 386 of a long text.\nLine 387 of a long text.\nLine 388 of a long text.\nLine 389 of a long text.\nLine 390 of a long text.\nLine 391 of a long text.\nLine 392 of a long text.\nLine 393 of a long text.\nLine 394 of a long text.\nLine 395 of a long text.\nLine 396 of a long text.\nLine 397 of a long text.\nLine 398 of a long text.\nLine 399 of a long text.\nLine 400 of a long text.\nLine 401 of a long text.\nLine 402 of a long text.\nLine 403 of a long text.\nLine 404 of a long text.\nLine 405 of a long text.\nLine 406 of a long text.\nLine 407 of a long text.\nLine 408 of a long text.\nLine 409 of a long text.\nLine 410 of a long text.\nLine 411 of a long text.\nLine 412 of a long text.\nLine 413 of a long text.\nLine 414 of a long text.\nLine 415 of a long text.\nLine 416 of a long text.\nLine 417 of a long text.\nLine 418 of a long text.\nLine 419 of a long text.\nLine 420 of a long text.\nLine 421 of a long text.\nLine 422 of a long text.\nLine 423 of a long text.\nLine 424 of a long text.\nLine 425 of a long text.\nLine 426 of a long text.\nLine 427 of a long text.\nLine 428 of a long text.\nLine 429 of a long text.\nLine 430 of a long text.\nLine 431 of a long text.\nLine 432 of a long text.\nLine 433 of a long text.\nLine 434 of a long text.\nLine 435 of a long text.\nLine 436 of a long text.\nLine 437 of a long text.\nLine 438 of a long text.\nLine 439 of a long text.\nLine 440 of a long text.\nLine 441 of a long text.\nLine 442 of a long text.\nLine 443 of a long text.\nLine 444 of a long text.\nLine 445 of a long text.\nLine 446 of a long text.\nLine 447 of a long text.\nLine 448 of a long text.\nLine 449 of a long text.\nLine 450 of a long text.\nLine 451 of a long text.\nLine 452 of a long text.\nLine 453 of a long text.\nLine 454 of a long text.\nLine 455 of a long text.\nLine 456 of a long text.\nLine 457 of a long text.\nLine 458 of a long text.\nLine 459 of a long text.\nLine 460 of a long text.\nLine 461 of a long text.\nLine 462 of a long text.\nLine 463 of a long text.\nLine 464 of a long text.\nLine 465 of a long text.\nLine 466 of a long text.\nLine 467 of a long text.\nLine 468 of a long text.\nLine 469 of a long text.\nLine 470 of a long text.\nLine 471 of a long text.\nLine 472 of a long text.\nLine 473 of a long text.\nLine 474 of a long text.\nLine 475 of a long text.\nLine 476 of a long text.\nLine 477 of a long text.\nLine 478 of a long text.\nLine 479 of a long text.\nLine 480 of a long text.\nLine 481 of a long text.\nLine 482 of a long text.\nLine 483 of a long text.\nLine 484 of a long text.\nLine 485 of a long text.\nLine 486 of a long text.\nLine 487 of a long text.\nLine 488 of a long text.\nLine 489 of a long text.\nLine 490 of a long text.\nLine 491 of a long text.\nLine 492 of a long text.\nLine 493 of a long text.\nLine 494 of a long text.\nLine 495 of a long text.\nLine 496 of a long text.\nLine 497 of a long text.\nLine 498 of a long text.\nLine 499 of a long text.\nLine 500 of a long text.\nLine 501 of a long text.\nLine 502 of a long text.\nLine 503 of a long text.\nLine 504 of a long text.\nLine 505 of a long text.\nLine 506 of a long text.\nLine 507 of a long text.\nLine 508 of a long text.\nLine 509 of a long text.\nLine 510 of a long text.\nLine 511 of a long text.\nLine 512 of a long text.\nLine 513 of a long text.\nLine 514 of a long text.\nLine 515 of a long text.\nLine 516 of a long text.\nLine 517 of a long text.\nLine 518 of a long text.\nLine 519 of a long text.\nLine 520 of a long text.\nLine 521 of a long text.\nLine 522 of a long text.\nLine 523 of a long text.\nLine 524 of a long text.\nLine 525 of a long text.\nLine 526 of a long text.\nLine 527 of a long text.\nLine 528 of a long text.\nLine 529 of a long text.\nLine 530 of a long text.\nLine 531 of a long text.\nLine 532 of a long text.\nLine 533 of a long text.\nLine 534 of a long text.\nLine 535 of a long text.\nLine 536 of a long text.\nLine 537 of a long text.\nLine 538 of a long text.\nLine 539 of a long text.\nLine 540 of a long text.\nLine 541 of a long text.\nLine 542 of a long text.\nLine 543 of a long text.\nLine 544 of a long text.\nLine 545 of a long text.\nLine 546 of a long text.\nLine 547 of a long text.\nLine 548 of a long text.\nLine 549 of a long text.\nLine 550 of a long text.\nLine 551 of a long text.\nLine 552 of a long text.\nLine 553 of a long text.\nLine 554 of a long text.\nLine 555 of a long text.\nLine 556 of a long text.\nLine 557 of a long text.\nLine 558 of a long text.\nLine 559 of a long text.\nLine 560 of a long text.\nLine 561 of a long text.\nLine 562 of a long text.\nLine 563 of a long text.\nLine 564 of a long text.\nLine 565 of a long text.\nLine 566 of a long text.\nLine 567 of a long text.\nLine 568 of a long text.\nLine 569 of a long text.\nLine 570 of a long text.\nLine 571 of a long text.\nLine 572 of a long text.\nLine 573 of a long text.\nLine 574 of a long text.\nLine 575 of a long text.\nLine 576 of a long text.\nLine 577 of a long text.\nLine 578 of a long text.\nLine 579 of a long text.\nLine 580 of a long text.\nLine 581 of a long text.\nLine 582 of a long text.\nLine 583 of a long text.\nLine 584 of a long text.\nLine 585 of a long text.\nLine 586 of a long text.\nLine 587 of a long text.\nLine 588 of a long text.\nLine 589 of a long text.\nLine 590 of a long text.\nLine 591 of a long text.\nLine 592 of a long text.\nLine 593 of a long text.\nLine 594 of a long text.\nLine 595 of a long text.\nLine 596 of a long text.\nLine 597 of a long text.\nLine 598 of a long text.\nLine 599 of a long text.\nLine 600 of a long text.\nLine 601 of a long text.\nLine 602 of a long text.\nLine 603 of a long text.\nLine 604 of a long text.\nLine 605 of a long text.\nLine 606 of a long text.\nLine 607 of a long text.\nLine 608 of a long text.\nLine 609 of a long text.\nLine 610 of a long text.\nLine 611 of a long text.\nLine 612 of a long text.\nLine 613 of a long text.\nLine 614 of a long text.\nLine 615 of a long text.\nLine 616 of a long text.\nLine 617 of a long text.\nLine 618 of a long text.\nLine 619 of a long text.\nLine 620 of a long text.\nLine 621 of a long text.\nLine 622 of a long text.\nLine 623 of a long text.\nLine 624 of a long text.\nLine 625 of a long text.\nLine 626 of a long text.\nLine 627 of a long text.\nLine 628 of a long text.\nLine 629 of a long text.\nLine 630 of a long text.\nLine 631 of a long text.\nLine 632 of a long text.\nLine 633 of a long text.\nLine 634 of a long text.\nLine 635 of a long text.\nLine 636 of a long text.\nLine 637 of a long text.\nLine 638 of a long text.\nLine 639 of a long text.\nLine 640 of a long text.\nLine 641 of a long text.\nLine 642 of a long text.\nLine 643 of a long text.\nLine 644 of a long text.\nLine 645 of a long text.\nLine 646 of a long text.\nLine 647 of a long text.\nLine 648 of a long text.\nLine 649 of a long text.\nLine 650 of a long text.\nLine 651 of a long text.\nLine 652 of a long text.\nLine 653 of a long text.\nLine 654 of a long text.\nLine 655 of a long text.\nLine 656 of a long text.\nLine 657 of a long text.\nLine 658 of a long text.\nLine 659 of a long text.\nLine 660 of a long text.\nLine 661 of a long text.\nLine 662 of a long text.\nLine 663 of a long text.\nLine 664 of a long text.\nLine 665 of a long text.\nLine 666 of a long text.\nLine 667 of a long text.\nLine 668 of a long text.\nLine 669 of a long text.\nLine 670 of a long text.\nLine 671 of a long text.\nLine 672 of a long text.\nLine 673 of a long text.\nLine 674 of a long text.\nLine 675 of a long text.\nLine 676 of a long text.\nLine 677 of a long text.\nLine 678 of a long text.\nLine 679 of a long text.\nLine 680 of a long text.\nLine 681 of a long text.\nLine 682 of a long text.\nLine 683 of a long text.\nLine 684 of a long text.\nLine 685 of a long text.\nLine 686 of a long text.\nLine 687 of a long text.\nLine 688 of a long text.\nLine 689 of a long text.\nLine 690 of a long text.\nLine 691 of a long text.\nLine 692 of a long text.\nLine 693 of a long text.\nLine 694 of a long text.\nLine 695 of a long text.\nLine 696 of a long text.\nLine 697 of a long text.\nLine 698 of a long text.\nLine 699 of a long text.\nLine 700 of a long text.\nLine 701 of a long text.\nLine 702 of a long text.\nLine 703 of a long text.\nLine 704 of a long text.\nLine 705 of a long text.\nLine 706 of a long text.\nLine 707 of a long text.\nLine 708 of a long text.\nLine 709 of a long text.\nLine 710 of a long text.\nLine 711 of a long text.\nLine 712 of a long text.\nLine 713 of a long text.\nLine 714 of a long text.\nLine 715 of a long text.\nLine 716 of a long text.\nLine 717 of a long text.\nLine 718 of a long text.\nLine 719 of a long text.\nLine 720 of a long text.\nLine 721 of a long text.\nLine 722 of a long text.\nLine 723 of a long text.\nLine 724 of a long text.\nLine 725 of a long text.\nLine 726 of a long text.\nLine 727 of a long text.\nLine 728 of a long text.\nLine 729 of a long text.\nLine 730 of a long text.\nLine 731 of a long text.\nLine 732 of a long text.\nLine 733 of a long text.\nLine 734 of a long text.\nLine 735 of a long text.\nLine 736 of a long text.\nLine 737 of a long text.\nLine 738 of a long text.\nLine 739 of a long text.\nLine 740 of a long text.\nLine 741 of a long text.\nLine 742 of a long text.\nLine 743 of a long text.\nLine 744 of a long text.\nLine 745 of a long text.\nLine 746 of a long text.\nLine 747 of a long text.\nLine 748 of a long text.\nLine 749 of a long text.\nLine 750 of a long text.\nLine 751 of a long text.\nLine 752 of a long text.\nLine 753 of a long text.\nLine 754 of a long text.\nLine 755 of a long text.\nLine 756 of a long text.\nLine 757 of a long text.\nLine 758 of a long text.\nLine 759 of a long text.\nLine 760 of a long text.\nLine 761 of a long text.\nLine 762 of a long text.\nLine 763 of a long text.\nLine 764 of a long text.\nLine 765 of a long text.\nLine 766 of a long text.\nLine 767 of a long text.\nLine 768 of a long text.\nLine 769 of a long text.\nLine 770 of a long text.\nLine 771 of a long text.\nLine 772 of a long text.\nLine 773 of a long text.\nLine 774 of a long text.\nLine 775 of a long text.\nLine 776 of a long text.\nLine 777 of a long text.\nLine 778 of a long text.\nLine 779 of a long text.\nLine 780 of a long text.\nLine 781 of a long text.\nLine 782 of a long text.\nLine 783 of a long text.\nLine 784 of a long text.\nLine 785 of a long text.\nLine 786 of a long text.\nLine 787 of a long text.\nLine 788 of a long text.\nLine 789 of a long text.\nLine 790 of a long text.\nLine 791 of a long text.\nLine 792 of a long text.\nLine 793 of a long text.\nLine 794 of a long text.\nLine 795 of a long text.\nLine 796 of a long text.\nLine 797 of a long text.\nLine 798 of a long text.\nLine 799 of a long text.\nLine 800 of a long text.\nLine 801 of a long text.\nLine 802 of a long text.\nLine 803 of a long text.\nLine 804 of a long text.\nLine 805 of a long text.\nLine 806 of a long text.\nLine 807 of a long text.\nLine 808 of a long text.\nLine 809 of a long text.\nLine 810 of a long text.\nLine 811 of a long text.\nLine 812 of a long text.\nLine 813 of a long text.\nLine 814 of a long text.\nLine 815 of a long text.\nLine 816 of a long text.\nLine 817 of a long text.\nLine 818 of a long text.\nLine 819 of a long text.\nLine 820 of a long text.\nLine 821 of a long text.\nLine 822 of a long text.\nLine 823 of a long text.\nLine 824 of a long text.\nLine 825 of a long text.\nLine 826 of a long text.\nLine 827 of a long text.\nLine 828 of a long text.\nLine 829 of a long text.\nLine 830 of a long text.\nLine 831 of a long text.\nLine 832 of a long text.\nLine 833 of a long text.\nLine 834 of a long text.\nLine 835 of a long text.\nLine 836 of a long text.\nLine 837 of a long text.\nLine 838 of a long text.\nLine 839 of a long text.\nLine 840 of a long text.\nLine 841 of a long text.\nLine 842 of a long text.\nLine 843 of a long text.\nLine 844 of a long text.\nLine 845 of a long text.\nLine 846 of a long text.\nLine 847 of a long text.\nLine 848 of a long text.\nLine 849 of a long text.\nLine 850 of a long text.\nLine 851 of a long text.\nLine 852 of a long text.\nLine 853 of a long text.\nLine 854 of a long text.\nLine 855 of a long text.\nLine 856 of a long text.\nLine 857 of a long text.\nLine 858 of a long text.\nLine 859 of a long text.\nLine 860 of a long text.\nLine 861 of a long text.\nLine 862 of a long text.\nLine 863 of a long text.\nLine 864 of a long text.\nLine 865 of a long text.\nLine 866 of a long text.\nLine 867 of a long text.\nLine 868 of a long text.\nLine 869 of a long text.\nLine 870 of a long text.\nLine 871 of a long text.\nLine 872 of a long text.\nLine 873 of a long text.\nLine 874 of a long text.\nLine 875 of a long text.\nLine 876 of a long text.\nLine 877 of a long text.\nLine 878 of a long text.\nLine 879 of a long text.\nLine 880 of a long text.\nLine 881 of a long text.\nLine 882 of a long text.\nLine 883 of a long text.\nLine 884 of a long text.\nLine 885 of a long text.\nLine 886 of a long text.\nLine 887 of a long text.\nLine 888 of a long text.\nLine 889 of a long text.\nLine 890 of a long text.\nLine 891 of a long text.\nLine 892 of a long text.\nLine 893 of a long text.\nLine 894 of a long text.\nLine 895 of a long text.\nLine 896 of a long text.\nLine 897 of a long text.\nLine 898 of a long text.\nLine 899 of a long text.\nLine 900 of a long text.\nLine 901 of a long text.\nLine 902 of a long text.\nLine 903 of a long text.\nLine 904 of a long text.\nLine 905 of a long text.\nLine 906 of a long text.\nLine 907 of a long text.\nLine 908 of a long text.\nLine 909 of a long text.\nLine 910 of a long text.\nLine 911 of a long text.\nLine 912 of a long text.\nLine 913 of a long text.\nLine 914 of a long text.\nLine 915 of a long text.\nLine 916 of a long text.\nLine 917 of a long text.\nLine 918 of a long text.\nLine 919 of a long text.\nLine 920 of a long text.\nLine 921 of a long text.\nLine 922 of a long text.\nLine 923 of a long text.\nLine 924 of a long text.\nLine 925 of a long text.\nLine 926 of a long text.\nLine 927 of a long text.\nLine 928 of a long text.\nLine 929 of a long text.\nLine 930 of a long text.\nLine 931 of a long text.\nLine 932 of a long text.\nLine 933 of a long text.\nLine 934 of a long text.\nLine 935 of a long text.\nLine 936 of a long text.\nLine 937 of a long text.\nLine 938 of a long text.\nLine 939 of a long text.\nLine 940 of a long text.\nLine 941 of a long text.\nLine 942 of a long text.\nLine 943 of a long text.\nLine 944 of a long text.\nLine 945 of a long text.\nLine 946 of a long text.\nLine 947 of a long text.\nLine 948 of a long text.\nLine 949 of a long text.\nLine 950 of a long text.\nLine 951 of a long text.\nLine 952 of a long text.\nLine 953 of a long text.\nLine 954 of a long text.\nLine 955 of a long text.\nLine 956 of a long text.\nLine 957 of a long text.\nLine 958 of a long text.\nLine 959 of a long text.\nLine 960 of a long text.\nLine 961 of a long text.\nLine 962 of a long text.\nLine 963 of a long text.\nLine 964 of a long text.\nLine 965 of a long text.\nLine 966 of a long text.\nLine 967 of a long text.\nLine 968 of a long text.\nLine 969 of a long text.\nLine 970 of a long text.\nLine 971 of a long text.\nLine 972 of a long text.\nLine 973 of a long text.\nLine 974 of a long text.\nLine 975 of a long text.\nLine 976 of a long text.\nLine 977 of a long text.\nLine 978 of a long text.\nLine 979 of a long text.\nLine 980 of a long text.\nLine 981 of a long text.\nLine 982 of a long text.\nLine 983 of a long text.\nLine 984 of a long text.\nLine 985 of a long text.\nLine 986 of a long text.\nLine 987 of a long text.\nLine 988 of a long text.\nLine 989 of a long text.\nLine 990 of a long text.\nLine 991 of a long text.\nLine 992 of a long text.\nLine 993 of a long text.\nLine 994 of a long text.\nLine 995 of a long text.\nLine 996 of a long text.\nLine 997 of a long text.\nLine 998 of a long text.\nLine 999 of a long text.\nLine 1000 of a long text.\nLine 1001 of a long text.\nLine 1002 of a long text.\nLine 1003 of a long text.\nLine 1004 of a long text.\nLine 1005 of a long text.\nLine 1006 of a long text.\nLine 1007 of a long text.\nLine 1008 of a long text.\nLine 1009 of a long text.\nLine 1010 of a long text.\nLine 1011 of a long text.\nLine 1012 of a long text.\nLine 1013 of a long text.\nLine 1014 of a long text.\nLine 1015 of a long text.\nLine 1016 of a long text.\nLine 1017 of a long text.\nLine 1018 of a long text.\nLine 1019 of a long text.\nLine 1020 of a long text.\nLine 1021 of a long text.\nLine 1022 of a long text.\nLine 1023 of a long text.\nLine 1024 of a long text.\nLine 1025 of a long text.\nLine 1026 of a long text.\nLine 1027 of a long text.\nLine 1028 of a long text.\nLine 1029 of a long text.\nLine 1030 of a long text.\nLine 1031 of a long text.\nLine 1032 of a long text.\nLine 1033 of a long text.\nLine 1034 of a long text.\nLine 1035 of a long text.\nLine 1036 of a long text.\nLine 1037 of a long text.\nLine 1038 of a long text.\nLine 1039 of a long text.\nLine 1040 of a long text.\nLine 1041 of a long text.\nLine 1042 of a long text.\nLine 1043 of a long text.\nLine 1044 of a long text.\nLine 1045 of a long text.\nLine 1046 of a long text.\nLine 1047 of a long text.\nLine 1048 of a long text.\nLine 1049 of a long text.\nLine 1050 of a long text.\nLine 1051 of a long text.\nLine 1052 of a long text.\nLine 1053 of a long text.\nLine 1054 of a long text.\nLine 1055 of a long text.\nLine 1056 of a long text.\nLine 1057 of a long text.\nLine 1058 of a long text.\nLine 1059 of a long text.\nLine 1060 of a long text.\nLine 1061 of a long text.\nLine 1062 of a long text.\nLine 1063 of a long text.\nLine 1064 of a long text.\nLine 1065 of a long text.\nLine 1066 of a long text.\nLine 1067 of a long text.\nLine 1068 of a long text.\nLine 1069 of a long text.\nLine 1070 of a long text.\nLine 1071 of a long text.\nLine 1072 of a long text.\nLine 1073 of a long text.\nLine 1074 of a long text.\nLine 1075 of a long text.\nLine 1076 of a long text.\nLine 1077 of a long text.\nLine 1078 of a long text.\nLine 1079 of a long text.\nLine 1080 of a long text.\nLine 1081 of a long text.\nLine 1082 of a long text.\nLine 1083 of a long text.\nLine 1084 of a long text.\nLine 1085 of a long text.\nLine 1086 of a long text.\nLine 1087 of a long text.\nLine 1088 of a long text.\nLine 1089 of a long text.\nLine 1090 of a long text.\nLine 1091 of a long text.\nLine 1092 of a long text.\nLine 1093 of a long text.\nLine 1094 of a long text.\nLine 1095 of a long text.\nLine 1096 of a long text.\nLine 1097 of a long text.\nLine 1098 of a long text.\nLine 1099 of a long text.\nLine 1100 of a long text.\nLine 1101 of a long text.\nLine 1102 of a long text.\nLine 1103 of a long text.\nLine 1104 of a long text.\nLine 1105 of a long text.\nLine 1106 of a long text.\nLine 1107 of a long text.\nLine 1108 of a long text.\nLine 1109 of a long text.\nLine 1110 of a long text.\nLine 1111 of a long text.\nLine 1112 of a long text.\nLine 1113 of a long text.\nLine 1114 of a long text.\nLine 1115 of a long text.\nLine 1116 of a long text.\nLine 1117 of a long text.\nLine 1118 of a long text.\nLine 1119 of a long text.\nLine 1120 of a long text.\nLine 1121 of a long text.\nLine 1122 of a long text.\nLine 1123 of a long text.\nLine 1124 of a long text.\nLine 1125 of a long text.\nLine 1126 of a long text.\nLine 1127 of a long text.\nLine 1128 of a long text.\nLine 1129 of a long text.\nLine 1130 of a long text.\nLine 1131 of a long text.\nLine 1132 of a long text.\nLine 1133 of a long text.\nLine 1134 of a long text.\nLine 1135 of a long text.\nLine 1136 of a long text.\nLine 1137 of a long text.\nLine 1138 of a long text.\nLine 1139 of a long text.\nLine 1140 of a long text.\nLine 1141 of a long text.\nLine 1142 of a long text.\nLine 1143 of a long text.\nLine 1144 of a long text.\nLine 1145 of a long text.\nLine 1146 of a long text.\nLine 1147 of a long text.\nLine 1148 of a long text.\nLine 1149 of a long text.\nLine 1150 of a long text.\nLine 1151 of a long text.\nLine 1152 of a long text.\nLine 1153 of a long text.\nLine 1154 of a long text.\nLine 1155 of a long text.\nLine 1156 of a long text.\nLine 1157 of a long text.\nLine 1158 of a long text.\nLine 1159 of a long text.\nLine 1160 of a long text.\nLine 1161 of a long text.\nLine 1162 of a long text.\nLine 1163 of a long text.\nLine 1164 of a long text.\nLine 1165 of a long text.\nLine 1166 of a long text.\nLine 1167 of a long text.\nLine 1168 of a long text.\nLine 1169 of a long text.\nLine 1170 of a long text.\nLine 1171 of a long text.\nLine 1172 of a long text.\nLine 1173 of a long text.\nLine 1174 of a long text.\nLine 1175 of a long text.\nLine 1176 of a long text.\nLine 1177 of a long text.\nLine 1178 of a long text.\nLine 1179 of a long text.\nLine 1180 of a long text.\nLine 1181 of a long text.\nLine 1182 of a long text.\nLine 1183 of a long text.\nLine 1184 of a long text.\nLine 1185 of a long text.\nLine 1186 of a long text.\nLine 1187 of a long text.\nLine 1188 of a long text.\nLine 1189 of a long text.\nLine 1190 of a long text.\nLine 1191 of a long text.\nLine 1192 of a long text.\nLine 1193 of a long text.\nLine 1194 of a long text.\nLine 1195 of a long text.\nLine 1196 of a long text.\nLine 1197 of a long text.\nLine 1198 of a long text.\nLine 1199 of a long text.\nLine 1200 of a long text.\nLine 1201 of a long text.\nLine 1202 of a long text.\nLine 1203 of a long text.\nLine 1204 of a long text.\nLine 1205 of a long text.\nLine 1206 of a long text.\nLine 1207 of a long text.\nLine 1208 of a long text.\nLine 1209 of a long text.\nLine 1210 of a long text.\nLine 1211 of a long text.\nLine 1212 of a long text.\nLine 1213 of a long text.\nLine 1214 of a long text.\nLine 1215 of a long text.\nLine 1216 of a long text.\nLine 1217 of a long text.\nLine 1218 of a long text.\nLine 1219 of a long text.\nLine 1220 of a long text.\nLine 1221 of a long text.\nLine 1222 of a long text.\nLine 1223 of a long text.\nLine 1224 of a long text.\nLine 1225 of a long text.\nLine 1226 of a long text.\nLine 1227 of a long text.\nLine 1228 of a long text.\nLine 1229 of a long text.\nLine 1230 of a long text.\nLine 1231 of a long text.\nLine 1232 of a long text.\nLine 1233 of a long text.\nLine 1234 of a long text.\nLine 1235 of a long text.\nLine 1236 of a long text.\nLine 1237 of a long text.\nLine 1238 of a long text.\nLine 1239 of a long text.\nLine 1240 of a long text.\nLine 1241 of a long text.\nLine 1242 of a long text.\nLine 1243 of a long text.\nLine 1244 of a long text.\nLine 1245 of a long text.\nLine 1246 of a long text.\nLine 1247 of a long text.\nLine 1248 of a long text.\nLine 1249 of a long text.\nLine 1250 of a long text.\nLine 1251 of a long text.\nLine 1252 of a long text.\nLine 1253 of a long text.\nLine 1254 of a long text.\nLine 1255 of a long text.\nLine 1256 of a long text.\nLine 1257 of a long text.\nLine 1258 of a long text.\nLine 1259 of a long text.\nLine 1260 of a long text.\nLine 1261 of a long text.\nLine 1262 of a long text.\nLine 1263 of a long text.\nLine 1264 of a long text.\nLine 1265 of a long text.\nLine 1266 of a long text.\nLine 1267 of a long text.\nLine 1268 of a long text.\nLine 1269 of a long text.\nLine 1270 of a long text.\nLine 1271 of a long text.\nLine 1272 of a long text.\nLine 1273 of a long text.\nLine 1274 of a long text.\nLine 1275 of a long text.\nLine 1276 of a long text.\nLine 1277 of a long text.\nLine 1278 of a long text.\nLine 1279 of a long text.\nLine 1280 of a long text.\nLine 1281 of a long text.\nLine 1282 of a long text.\nLine 1283 of a long text.\nLine 1284 of a long text.\nLine 1285 of a long text.\nLine 1286 of a long text.\nLine 1287 of a long text.\nLine 1288 of a long text.\nLine 1289 of a long text.\nLine 1290 of a long text.\nLine 1291 of a long text.\nLine 1292 of a long text.\nLine 1293 of a long text.\nLine 1294 of a long text.\nLine 1295 of a long text.\nLine 1296 of a long text.\nLine 1297 of a long text.\nLine 1298 of a long text.\nLine 1299 of a long text.\nLine 1300 of a long text.\nLine 1301 of a long text.\nLine 1302 of a long text.\n\n[… cut here: the first 32768 of 37889 bytes are shown. Ask for a smaller part to see the rest.]",37889,"1f4af3400f4485680cfc22fd49b4189087456fc6046ab52e21a1e8bd3fa33f4b"],null,1]', 2719031881);
INSERT INTO public.log_event VALUES (182, 15, 15, 9, 3, 1795138375988, NULL, NULL, '[2,1,"answer",8,1,[9133,0]]', 311911860);
INSERT INTO public.log_event VALUES (184, 14, 14, 12, 15, 1795138375988, NULL, NULL, '["completed","Done: {\"source\":\"sub_agent\",\"agent\":\"agt_worker\",\"trust\":\"untrusted\",\"taskId\":\"task_0mwob1frraevj6ieb4kg4\",\"status\":\"success\",\"result\":\"one, two, three\"}"]', 3884362630);
INSERT INTO public.log_event VALUES (185, 15, 15, 10, 4, 1795138375991, NULL, NULL, '[2,1,[["text","Done: \"Line 0 of a long text.\\nLine 1 of a long text.\\nLine 2 of a long text.\\nLine 3 of a long text.\\nLine 4 of a long text.\\nLine 5 of a long text.\\nLine 6 of a long text.\\nLine 7 of a long text.\\nLine 8 "]],[8637,52,0,0,0,0],"stop",null,null,0]', 819500727);
INSERT INTO public.log_event VALUES (186, 15, 15, 11, 15, 1795138375991, NULL, NULL, '["completed","Done: \"Line 0 of a long text.\\nLine 1 of a long text.\\nLine 2 of a long text.\\nLine 3 of a long text.\\nLine 4 of a long text.\\nLine 5 of a long text.\\nLine 6 of a long text.\\nLine 7 of a long text.\\nLine 8"]', 2847188253);
INSERT INTO public.log_event VALUES (187, 17, 17, 1, 0, 1795138376067, 'person:owner', 'cmd_0mwob1fumlfl1l70ar70q', '["thr_0mwob1fum57qt3e5ffft8",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Ask me for a color",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 3911570067);
INSERT INTO public.log_event VALUES (188, 17, 17, 2, 2, 1795138376067, 'person:owner', 'cmd_0mwob1fumlfl1l70ar70q', '["msg_0mwob1fumsjcd264u03rm","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 2692523462);
INSERT INTO public.log_event VALUES (189, 17, 17, 3, 2, 1795138376067, 'person:owner', 'cmd_0mwob1fumlfl1l70ar70q', '["msg_0mwob1fumisvstmno2ur3","person","Ask me for a color."]', 3395100420);
INSERT INTO public.log_event VALUES (190, 17, 17, 4, 3, 1795138376074, NULL, NULL, '[1,1,"answer",3,1,[916,0]]', 3775283106);
INSERT INTO public.log_event VALUES (191, 17, 17, 5, 4, 1795138376081, NULL, NULL, '[1,1,[["call","call_0mwob1fv5pr0i1qmie0hr"]],[39,15,0,0,0,0],"calls",null,null,1]', 2485640033);
INSERT INTO public.log_event VALUES (192, 17, 17, 6, 6, 1795138376081, NULL, NULL, '["call_0mwob1fv5pr0i1qmie0hr",1,"askUser",{"question":"Which color?","options":["red","blue"]},"idempotent"]', 3496114263);
INSERT INTO public.log_event VALUES (193, 17, 17, 7, 13, 1795138376081, NULL, NULL, '["call_0mwob1fv5pr0i1qmie0hr",1,"qst_0mwob1fv5pr0i1qmie0hr","answer","Which color?",["red","blue"]]', 1623533567);
INSERT INTO public.log_event VALUES (194, 18, 18, 1, 0, 1795138376196, 'person:owner', 'cmd_0mwob1fxrfb2cphe1l804', '["thr_0mwob1fxrsl3boq2ec2sm",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Work for a long time",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 2548743759);
INSERT INTO public.log_event VALUES (195, 18, 18, 2, 2, 1795138376196, 'person:owner', 'cmd_0mwob1fxrfb2cphe1l804', '["msg_0mwob1fxr3kvfvv1ssl8s","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 2746546814);
INSERT INTO public.log_event VALUES (196, 18, 18, 3, 2, 1795138376196, 'person:owner', 'cmd_0mwob1fxrfb2cphe1l804', '["msg_0mwob1fxrf6883hl9e4c2","person","Work for a long time."]', 2285150414);
INSERT INTO public.log_event VALUES (197, 18, 18, 4, 3, 1795138376277, NULL, NULL, '[1,1,"answer",3,1,[917,0]]', 2254505008);
INSERT INTO public.log_event VALUES (198, 19, 19, 1, 0, 1795138376335, 'person:owner', 'cmd_0mwob1fyxs8eqdkai492a', '["thr_0mwob1fyxm0aanm82e7ib",null,0,["agt_boss"],["agt_boss",1,"boss","Does what a boss does",["#888888","bot"],["scripted","scripted"],[],["askUser","readAll","wait"],null,[["agt_worker","worker","Does what a worker does"]]],[3,8,64,100,1800000,120000,null,1000000],"Work in the background",0,[["askUser","readAll","wait"],["*"],[]],["allow","ask","ask","ask"]]', 3212508128);
INSERT INTO public.log_event VALUES (199, 19, 19, 2, 2, 1795138376335, 'person:owner', 'cmd_0mwob1fyxs8eqdkai492a', '["msg_0mwob1fyxlb29s1kipucm","system","You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does"]', 3825195188);
INSERT INTO public.log_event VALUES (200, 19, 19, 3, 2, 1795138376335, 'person:owner', 'cmd_0mwob1fyxs8eqdkai492a', '["msg_0mwob1fyx6897ma8j3kiq","person","Work in the background."]', 497793228);
INSERT INTO public.log_event VALUES (201, 19, 19, 4, 3, 1795138376423, NULL, NULL, '[1,1,"answer",3,1,[917,0]]', 2611611395);
INSERT INTO public.log_event VALUES (202, 18, 18, 5, 4, 1795138376446, NULL, NULL, '[1,1,[["call","call_0mwob1g4a0neaubkc8tf9"]],[39,15,0,0,0,0],"calls",null,null,1]', 2378931046);
INSERT INTO public.log_event VALUES (203, 18, 18, 6, 6, 1795138376446, NULL, NULL, '["call_0mwob1g4a0neaubkc8tf9",1,"newTask",{"task":"Take your time.","subAgentId":"agt_worker"},"idempotent","task_0mwob1g4a0neaubkc8tf9","thr_0mwob1g4a0neaubkc8tf9"]', 4074614366);
INSERT INTO public.log_event VALUES (204, 18, 18, 7, 11, 1795138376446, NULL, NULL, '["call_0mwob1g4a0neaubkc8tf9",1,"task_0mwob1g4a0neaubkc8tf9","thr_0mwob1g4a0neaubkc8tf9","agt_worker","Take your time.","Take your time",1,null,1]', 1587063515);
INSERT INTO public.log_event VALUES (205, 18, 20, 1, 0, 1795138376446, NULL, NULL, '["thr_0mwob1fxrsl3boq2ec2sm",["thr_0mwob1fxrsl3boq2ec2sm","call_0mwob1g4a0neaubkc8tf9",1,"task_0mwob1g4a0neaubkc8tf9"],1,["agt_boss","agt_worker"],["agt_worker",1,"worker","Does what a worker does",["#888888","bot"],["scripted","scripted"],[],["askUser"],null,[]],[3,8,64,100,1800000,120000,null,1000000],"Take your time",1,[["askUser"],["*"],[]],["allow","ask","ask","ask"]]', 1217101828);
INSERT INTO public.log_event VALUES (206, 18, 20, 2, 2, 1795138376446, NULL, NULL, '["msg_0mwob1g6hfcu4rjstkg50","system","You are worker.\n\nYou work on one task for another agent. You see only what it gives you below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person."]', 2717288708);
INSERT INTO public.log_event VALUES (207, 18, 20, 3, 2, 1795138376446, NULL, NULL, '["msg_0mwob1g6he4bdqpp7hebb","parent","Take your time.","task_0mwob1g4a0neaubkc8tf9"]', 3336720899);
INSERT INTO public.log_event VALUES (208, 18, 20, 4, 3, 1795138376656, NULL, NULL, '[1,1,"answer",3,1,[381,0]]', 4044492281);
INSERT INTO public.log_event VALUES (209, 19, 19, 5, 4, 1795138376688, NULL, NULL, '[1,1,[["call","call_0mwob1gatopcfqds93kag"]],[40,20,0,0,0,0],"calls",null,null,5]', 2119375120);
INSERT INTO public.log_event VALUES (210, 19, 19, 6, 6, 1795138376688, NULL, NULL, '["call_0mwob1gatopcfqds93kag",1,"newTask",{"task":"Take your time.","subAgentId":"agt_worker","background":true},"idempotent","task_0mwob1gatopcfqds93kag","thr_0mwob1gatopcfqds93kag"]', 49866405);
INSERT INTO public.log_event VALUES (211, 19, 19, 7, 11, 1795138376688, NULL, NULL, '["call_0mwob1gatopcfqds93kag",1,"task_0mwob1gatopcfqds93kag","thr_0mwob1gatopcfqds93kag","agt_worker","Take your time.","Take your time",1,null,1,true]', 377482892);
INSERT INTO public.log_event VALUES (212, 19, 19, 8, 8, 1795138376688, NULL, NULL, '["call_0mwob1gatopcfqds93kag",1,"done",[{"taskId":"task_0mwob1gatopcfqds93kag","status":"running"},58]]', 1507859832);
INSERT INTO public.log_event VALUES (213, 19, 21, 1, 0, 1795138376688, NULL, NULL, '["thr_0mwob1fyxm0aanm82e7ib",["thr_0mwob1fyxm0aanm82e7ib","call_0mwob1gatopcfqds93kag",1,"task_0mwob1gatopcfqds93kag"],1,["agt_boss","agt_worker"],["agt_worker",1,"worker","Does what a worker does",["#888888","bot"],["scripted","scripted"],[],["askUser"],null,[]],[3,8,64,100,1800000,120000,null,1000000],"Take your time",1,[["askUser"],["*"],[]],["allow","ask","ask","ask"]]', 2499039904);
INSERT INTO public.log_event VALUES (214, 19, 21, 2, 2, 1795138376688, NULL, NULL, '["msg_0mwob1gc68omcpndhv2ko","system","You are worker.\n\nYou work on one task for another agent. You see only what it gives you below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person."]', 3272384556);
INSERT INTO public.log_event VALUES (215, 19, 21, 3, 2, 1795138376688, NULL, NULL, '["msg_0mwob1gc68pdj98cg5csl","parent","Take your time.","task_0mwob1gatopcfqds93kag"]', 1135477884);
INSERT INTO public.log_event VALUES (216, 19, 21, 4, 3, 1795138376703, NULL, NULL, '[1,1,"answer",3,1,[381,0]]', 3920427779);
INSERT INTO public.log_event VALUES (217, 19, 19, 9, 3, 1795138376719, NULL, NULL, '[2,1,"answer",8,1,[949,0]]', 1268448604);
INSERT INTO public.log_event VALUES (218, 19, 19, 10, 4, 1795138376722, NULL, NULL, '[2,1,[["text","Done: {\"taskId\":\"task_0mwob1gatopcfqds93kag\",\"status\":\"running\"}"]],[127,16,0,0,0,0],"stop",null,null,1]', 277211115);
INSERT INTO public.log_event VALUES (219, 19, 19, 11, 15, 1795138376722, NULL, NULL, '["completed","Done: {\"taskId\":\"task_0mwob1gatopcfqds93kag\",\"status\":\"running\"}"]', 3154319480);

INSERT INTO public.log_head VALUES (219, '542858be-c554-4d7e-9b16-4d72838d9f46');

INSERT INTO public.question VALUES ('qst_0mwob1fv5pr0i1qmie0hr', 'ws_local', 'thr_0mwob1fum57qt3e5ffft8', 'thr_0mwob1fum57qt3e5ffft8', 'call_0mwob1fv5pr0i1qmie0hr', 1, 'answer', 'Which color?', '["red","blue"]', 'open', NULL, 1795138376081, NULL, 1, 193);

INSERT INTO public.record VALUES ('ws_local', 'skill', 'skl_haiku', 1, '{"skillId":"skl_haiku","name":"haiku","description":"How to write one.","content":"Five, seven, five."}', 1795138372124, 3454066321);

INSERT INTO public.search_entry VALUES (4096, 'thr_0mwob1cvaa4v22gi61ab2', 'thr_0mwob1cvaa4v22gi61ab2', 1, NULL, 'title', 1795138372228, '''a'':3 ''fail'':1 ''in'':2 ''step'':4');
INSERT INTO public.search_entry VALUES (12288, 'thr_0mwob1cvaa4v22gi61ab2', 'thr_0mwob1cvaa4v22gi61ab2', 3, NULL, 'message', 1795138372228, '''a'':3 ''fail'':1 ''in'':2 ''step'':4');
INSERT INTO public.search_entry VALUES (36864, 'thr_0mwob1cvaa4v22gi61ab2', 'thr_0mwob1cvaa4v22gi61ab2', 9, 1, 'answer', 1795138373435, '''it'':1 ''works'':2');
INSERT INTO public.search_entry VALUES (45056, 'thr_0mwob1dz0kgscf7jubqib', 'thr_0mwob1dz0kgscf7jubqib', 1, NULL, 'title', 1795138373634, '''fail'':1 ''for'':2 ''good'':3');
INSERT INTO public.search_entry VALUES (53248, 'thr_0mwob1dz0kgscf7jubqib', 'thr_0mwob1dz0kgscf7jubqib', 3, NULL, 'message', 1795138373634, '''fail'':1 ''for'':2 ''good'':3');
INSERT INTO public.search_entry VALUES (61440, 'thr_0mwob1dz0kgscf7jubqib', 'thr_0mwob1dz0kgscf7jubqib', 5, 1, 'answer', 1795138373669, '''it'':1');
INSERT INTO public.search_entry VALUES (69632, 'thr_0mwob1e2rvvot92j2ibgc', 'thr_0mwob1e2rvvot92j2ibgc', 1, NULL, 'title', 1795138373765, '''calls'':3 ''fail'':1 ''in'':2');
INSERT INTO public.search_entry VALUES (77824, 'thr_0mwob1e2rvvot92j2ibgc', 'thr_0mwob1e2rvvot92j2ibgc', 3, NULL, 'message', 1795138373765, '''calls'':3 ''fail'':1 ''in'':2');
INSERT INTO public.search_entry VALUES (110592, 'thr_0mwob1e2rvvot92j2ibgc', 'thr_0mwob1e2rvvot92j2ibgc', 11, 2, 'answer', 1795138373791, '''so'':1');
INSERT INTO public.search_entry VALUES (118784, 'thr_0mwob1e72ng3436u0qt6s', 'thr_0mwob1e72ng3436u0qt6s', 1, NULL, 'title', 1795138373931, '''fail'':1 ''nothing'':3 ''with'':2');
INSERT INTO public.search_entry VALUES (126976, 'thr_0mwob1e72ng3436u0qt6s', 'thr_0mwob1e72ng3436u0qt6s', 3, NULL, 'message', 1795138373931, '''fail'':1 ''nothing'':3 ''with'':2');
INSERT INTO public.search_entry VALUES (155648, 'thr_0mwob1ean120bd2loa92r', 'thr_0mwob1e72ng3436u0qt6s', 3, NULL, 'instruction', 1795138374050, '''nothing'':2 ''say'':1');
INSERT INTO public.search_entry VALUES (192512, 'thr_0mwob1e72ng3436u0qt6s', 'thr_0mwob1e72ng3436u0qt6s', 11, 2, 'answer', 1795138374321, '''nothing'':1');
INSERT INTO public.search_entry VALUES (200704, 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 1, NULL, 'title', 1795138374386, '''a'':3 ''fail'':1 ''in'':2 ''task'':4');
INSERT INTO public.search_entry VALUES (208896, 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 3, NULL, 'message', 1795138374386, '''a'':3 ''fail'':1 ''in'':2 ''task'':4');
INSERT INTO public.search_entry VALUES (237568, 'thr_0mwob1elzntos7sij3bna', 'thr_0mwob1ejz374ba99c4eoc', 3, NULL, 'instruction', 1795138374456, '''at'':2 ''fail'':1 ''this'':3');
INSERT INTO public.search_entry VALUES (245760, 'thr_0mwob1elzntos7sij3bna', 'thr_0mwob1ejz374ba99c4eoc', 5, 1, 'answer', 1795138374467, '''i'':4 ''is'':2 ''this'':1 ''what'':3');
INSERT INTO public.search_entry VALUES (249856, 'thr_0mwob1elzntos7sij3bna', 'thr_0mwob1ejz374ba99c4eoc', 6, NULL, 'result', 1795138374467, '''i'':4 ''is'':2 ''this'':1 ''what'':3');
INSERT INTO public.search_entry VALUES (266240, 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 11, 2, 'answer', 1795138374476, '''failed'':2 ''it'':1');
INSERT INTO public.search_entry VALUES (274432, 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 13, NULL, 'message', 1795138374604, '''more'':1');
INSERT INTO public.search_entry VALUES (299008, 'thr_0mwob1elzntos7sij3bna', 'thr_0mwob1ejz374ba99c4eoc', 8, NULL, 'instruction', 1795138374714, '''more'':2 ''once'':1');
INSERT INTO public.search_entry VALUES (319488, 'thr_0mwob1elzntos7sij3bna', 'thr_0mwob1ejz374ba99c4eoc', 13, NULL, 'result', 1795138374776, '''one'':1 ''three'':3 ''two'':2');
INSERT INTO public.search_entry VALUES (372736, 'thr_0mwob1elzntos7sij3bna', 'thr_0mwob1ejz374ba99c4eoc', 16, NULL, 'instruction', 1795138374923, '''more'':2 ''once'':1');
INSERT INTO public.search_entry VALUES (393216, 'thr_0mwob1elzntos7sij3bna', 'thr_0mwob1ejz374ba99c4eoc', 21, NULL, 'result', 1795138374932, '''one'':1 ''three'':3 ''two'':2');
INSERT INTO public.search_entry VALUES (409600, 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 31, 6, 'answer', 1795138374939, '''another'':3 ''has'':2 ''it'':1 ''result'':4');
INSERT INTO public.search_entry VALUES (417792, 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 1, NULL, 'title', 1795138375024, '''by'':2 ''cancel'':1 ''retry'':3');
INSERT INTO public.search_entry VALUES (425984, 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 3, NULL, 'message', 1795138375024, '''by'':2 ''cancel'':1 ''retry'':3');
INSERT INTO public.search_entry VALUES (454656, 'thr_0mwob1f3bqs5dgp4fqv55', 'thr_0mwob1f1ob4k10npfsd6i', 3, NULL, 'instruction', 1795138375080, '''take'':1 ''time'':3 ''your'':2');
INSERT INTO public.search_entry VALUES (462848, 'thr_0mwob1f3bqs5dgp4fqv55', 'thr_0mwob1f1ob4k10npfsd6i', 5, 1, 'answer', 1795138375263, '''am'':2 ''at'':3 ''i'':1 ''it'':4');
INSERT INTO public.search_entry VALUES (487424, 'thr_0mwob1f3bqs5dgp4fqv55_2', 'thr_0mwob1f1ob4k10npfsd6i', 3, NULL, 'instruction', 1795138375263, '''count'':1 ''three'':3 ''to'':2');
INSERT INTO public.search_entry VALUES (507904, 'thr_0mwob1f3bqs5dgp4fqv55_2', 'thr_0mwob1f1ob4k10npfsd6i', 8, NULL, 'result', 1795138375306, '''one'':1 ''three'':3 ''two'':2');
INSERT INTO public.search_entry VALUES (524288, 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 13, 2, 'answer', 1795138375398, '''retried'':1');
INSERT INTO public.search_entry VALUES (532480, 'thr_0mwob1fetcua20isfam1m', 'thr_0mwob1fetcua20isfam1m', 1, NULL, 'title', 1795138375494, '''cancel'':1 ''the'':2 ''work'':3');
INSERT INTO public.search_entry VALUES (540672, 'thr_0mwob1fetcua20isfam1m', 'thr_0mwob1fetcua20isfam1m', 3, NULL, 'message', 1795138375494, '''cancel'':1 ''the'':2 ''work'':3');
INSERT INTO public.search_entry VALUES (569344, 'thr_0mwob1ff7pvm81uhbbqjl', 'thr_0mwob1fetcua20isfam1m', 3, NULL, 'instruction', 1795138375507, '''take'':1 ''time'':3 ''your'':2');
INSERT INTO public.search_entry VALUES (589824, 'thr_0mwob1ff7pvm81uhbbqjl', 'thr_0mwob1fetcua20isfam1m', 5, 1, 'answer', 1795138375710, '''am'':2 ''at'':3 ''i'':1 ''it'':4');
INSERT INTO public.search_entry VALUES (598016, 'thr_0mwob1fkxlrpijt5ikac7', 'thr_0mwob1fkxlrpijt5ikac7', 1, NULL, 'title', 1795138375714, '''cancel'':1 ''the'':2 ''tool'':3');
INSERT INTO public.search_entry VALUES (606208, 'thr_0mwob1fkxlrpijt5ikac7', 'thr_0mwob1fkxlrpijt5ikac7', 3, NULL, 'message', 1795138375714, '''cancel'':1 ''the'':2 ''tool'':3');
INSERT INTO public.search_entry VALUES (638976, 'thr_0mwob1frkp78i64gbonn2', 'thr_0mwob1frkp78i64gbonn2', 1, NULL, 'title', 1795138375953, '''counting'':3 ''delegate'':1 ''the'':2');
INSERT INTO public.search_entry VALUES (647168, 'thr_0mwob1frkp78i64gbonn2', 'thr_0mwob1frkp78i64gbonn2', 3, NULL, 'message', 1795138375953, '''counting'':3 ''delegate'':1 ''the'':2');
INSERT INTO public.search_entry VALUES (655360, 'thr_0mwob1frm82a97ue36js9', 'thr_0mwob1frm82a97ue36js9', 1, NULL, 'title', 1795138375956, '''long'':3 ''read'':1 ''text'':4 ''the'':2');
INSERT INTO public.search_entry VALUES (663552, 'thr_0mwob1frm82a97ue36js9', 'thr_0mwob1frm82a97ue36js9', 3, NULL, 'message', 1795138375956, '''long'':3 ''read'':1 ''text'':4 ''the'':2');
INSERT INTO public.search_entry VALUES (692224, 'thr_0mwob1frraevj6ieb4kg4', 'thr_0mwob1frkp78i64gbonn2', 3, NULL, 'instruction', 1795138375960, '''count'':1 ''three'':3 ''to'':2');
INSERT INTO public.search_entry VALUES (724992, 'thr_0mwob1frraevj6ieb4kg4', 'thr_0mwob1frkp78i64gbonn2', 8, NULL, 'result', 1795138375971, '''one'':1 ''three'':3 ''two'':2');
INSERT INTO public.search_entry VALUES (749568, 'thr_0mwob1frkp78i64gbonn2', 'thr_0mwob1frkp78i64gbonn2', 11, 2, 'answer', 1795138375988, '''0mwob1frraevj6ieb4kg4'':12 ''agent'':4,5 ''agt'':6 ''done'':1 ''one'':16 ''result'':15 ''source'':2 ''status'':13 ''sub'':3 ''success'':14 ''task'':11 ''taskid'':10 ''three'':18 ''trust'':8 ''two'':17 ''untrusted'':9 ''worker'':7');
INSERT INTO public.search_entry VALUES (757760, 'thr_0mwob1frm82a97ue36js9', 'thr_0mwob1frm82a97ue36js9', 10, 2, 'answer', 1795138375991, '''0'':3 ''1'':9 ''2'':15 ''3'':21 ''4'':27 ''5'':33 ''6'':39 ''7'':45 ''8'':51 ''a'':5,11,17,23,29,35,41,47 ''done'':1 ''line'':2 ''long'':6,12,18,24,30,36,42,48 ''nline'':8,14,20,26,32,38,44,50 ''of'':4,10,16,22,28,34,40,46 ''text'':7,13,19,25,31,37,43,49');
INSERT INTO public.search_entry VALUES (765952, 'thr_0mwob1fum57qt3e5ffft8', 'thr_0mwob1fum57qt3e5ffft8', 1, NULL, 'title', 1795138376067, '''a'':4 ''ask'':1 ''color'':5 ''for'':3 ''me'':2');
INSERT INTO public.search_entry VALUES (774144, 'thr_0mwob1fum57qt3e5ffft8', 'thr_0mwob1fum57qt3e5ffft8', 3, NULL, 'message', 1795138376067, '''a'':4 ''ask'':1 ''color'':5 ''for'':3 ''me'':2');
INSERT INTO public.search_entry VALUES (790528, 'thr_0mwob1fum57qt3e5ffft8', 'thr_0mwob1fum57qt3e5ffft8', 7, 1, 'question', 1795138376081, '''blue'':4 ''color'':2 ''red'':3 ''which'':1');
INSERT INTO public.search_entry VALUES (794624, 'thr_0mwob1fxrsl3boq2ec2sm', 'thr_0mwob1fxrsl3boq2ec2sm', 1, NULL, 'title', 1795138376196, '''a'':3 ''for'':2 ''long'':4 ''time'':5 ''work'':1');
INSERT INTO public.search_entry VALUES (802816, 'thr_0mwob1fxrsl3boq2ec2sm', 'thr_0mwob1fxrsl3boq2ec2sm', 3, NULL, 'message', 1795138376196, '''a'':3 ''for'':2 ''long'':4 ''time'':5 ''work'':1');
INSERT INTO public.search_entry VALUES (811008, 'thr_0mwob1fyxm0aanm82e7ib', 'thr_0mwob1fyxm0aanm82e7ib', 1, NULL, 'title', 1795138376335, '''background'':4 ''in'':2 ''the'':3 ''work'':1');
INSERT INTO public.search_entry VALUES (819200, 'thr_0mwob1fyxm0aanm82e7ib', 'thr_0mwob1fyxm0aanm82e7ib', 3, NULL, 'message', 1795138376335, '''background'':4 ''in'':2 ''the'':3 ''work'':1');

INSERT INTO public.search_place VALUES (1, 200, '200 thr_0mwob1fyxm0aanm82e7ib 3 1795138376335');

INSERT INTO public.search_thread VALUES ('thr_0mwob1cvaa4v22gi61ab2', 'ws_local', 'thr_0mwob1cvaa4v22gi61ab2', NULL, NULL, 'Fail in a step', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1dz0kgscf7jubqib', 'ws_local', 'thr_0mwob1dz0kgscf7jubqib', NULL, NULL, 'Fail for good', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1e2rvvot92j2ibgc', 'ws_local', 'thr_0mwob1e2rvvot92j2ibgc', NULL, NULL, 'Fail in calls', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1e72ng3436u0qt6s', 'ws_local', 'thr_0mwob1e72ng3436u0qt6s', NULL, NULL, 'Fail with nothing', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1ean120bd2loa92r', 'ws_local', 'thr_0mwob1e72ng3436u0qt6s', 'thr_0mwob1e72ng3436u0qt6s', 'task_0mwob1ean120bd2loa92r', 'Say nothing', 'agt_worker', 'worker', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1ejz374ba99c4eoc', 'ws_local', 'thr_0mwob1ejz374ba99c4eoc', NULL, NULL, 'Fail in a task', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1elzntos7sij3bna', 'ws_local', 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 'task_0mwob1eyyauqraav68rpf', 'Fail at this', 'agt_worker', 'worker', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1f1ob4k10npfsd6i', 'ws_local', 'thr_0mwob1f1ob4k10npfsd6i', NULL, NULL, 'Cancel by retry', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1f3bqs5dgp4fqv55', 'ws_local', 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 'task_0mwob1f3bqs5dgp4fqv55', 'Take your time', 'agt_worker', 'worker', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1f3bqs5dgp4fqv55_2', 'ws_local', 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 'task_0mwob1f3bqs5dgp4fqv55_2', 'Count to three', 'agt_worker', 'worker', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1fetcua20isfam1m', 'ws_local', 'thr_0mwob1fetcua20isfam1m', NULL, NULL, 'Cancel the work', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1ff7pvm81uhbbqjl', 'ws_local', 'thr_0mwob1fetcua20isfam1m', 'thr_0mwob1fetcua20isfam1m', 'task_0mwob1ff7pvm81uhbbqjl', 'Take your time', 'agt_worker', 'worker', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1fkxlrpijt5ikac7', 'ws_local', 'thr_0mwob1fkxlrpijt5ikac7', NULL, NULL, 'Cancel the tool', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1frkp78i64gbonn2', 'ws_local', 'thr_0mwob1frkp78i64gbonn2', NULL, NULL, 'Delegate the counting', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1frm82a97ue36js9', 'ws_local', 'thr_0mwob1frm82a97ue36js9', NULL, NULL, 'Read the long text', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1frraevj6ieb4kg4', 'ws_local', 'thr_0mwob1frkp78i64gbonn2', 'thr_0mwob1frkp78i64gbonn2', 'task_0mwob1frraevj6ieb4kg4', 'Count to three', 'agt_worker', 'worker', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1fum57qt3e5ffft8', 'ws_local', 'thr_0mwob1fum57qt3e5ffft8', NULL, NULL, 'Ask me for a color', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1fxrsl3boq2ec2sm', 'ws_local', 'thr_0mwob1fxrsl3boq2ec2sm', NULL, NULL, 'Work for a long time', 'agt_boss', 'boss', 0);
INSERT INTO public.search_thread VALUES ('thr_0mwob1fyxm0aanm82e7ib', 'ws_local', 'thr_0mwob1fyxm0aanm82e7ib', NULL, NULL, 'Work in the background', 'agt_boss', 'boss', 0);

INSERT INTO public.store_version VALUES (12);

INSERT INTO public.task VALUES ('task_0mwob1ean120bd2loa92r', 'ws_local', 'thr_0mwob1e72ng3436u0qt6s', 'thr_0mwob1e72ng3436u0qt6s', 'call_0mwob1ean120bd2loa92r', 'thr_0mwob1ean120bd2loa92r', NULL, 1, 'agt_worker', 'Say nothing', 'Say nothing.', 1, 'failed', '', '{"code":"empty-result"}', '{"inputTokens":83,"outputTokens":11,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0}', 1795138374050, 1795138374256, 1);
INSERT INTO public.task VALUES ('task_0mwob1elzntos7sij3bna', 'ws_local', 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 'call_0mwob1elzntos7sij3bna', 'thr_0mwob1elzntos7sij3bna', NULL, 1, 'agt_worker', 'Fail at this', 'Fail at this.', 1, 'failed', 'This is what I', '{"code":"answer-truncated"}', '{"inputTokens":83,"outputTokens":4,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0}', 1795138374456, 1795138374467, 0);
INSERT INTO public.task VALUES ('task_0mwob1et5tkd8b55ahie9', 'ws_local', 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 'call_0mwob1et5tkd8b55ahie9', 'thr_0mwob1elzntos7sij3bna', NULL, 1, 'agt_worker', 'Once more', 'Once more.', 2, 'success', 'one, two, three', NULL, '{"inputTokens":110,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0}', 1795138374714, 1795138374776, 0);
INSERT INTO public.task VALUES ('task_0mwob1eyyauqraav68rpf', 'ws_local', 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 'call_0mwob1eyyauqraav68rpf', 'thr_0mwob1elzntos7sij3bna', NULL, 1, 'agt_worker', 'Once more', 'Once more.', 3, 'success', 'one, two, three', NULL, '{"inputTokens":110,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0}', 1795138374923, 1795138374932, 0);
INSERT INTO public.task VALUES ('task_0mwob1f3bqs5dgp4fqv55', 'ws_local', 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 'call_0mwob1f3bqs5dgp4fqv55', 'thr_0mwob1f3bqs5dgp4fqv55', NULL, 1, 'agt_worker', 'Take your time', 'Take your time.', 1, 'cancelled', '', '{"code":"retried"}', '{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":381}', 1795138375080, 1795138375263, 0);
INSERT INTO public.task VALUES ('task_0mwob1f3bqs5dgp4fqv55_2', 'ws_local', 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 'call_0mwob1f3bqs5dgp4fqv55', 'thr_0mwob1f3bqs5dgp4fqv55_2', 'task_0mwob1f3bqs5dgp4fqv55', 2, 'agt_worker', 'Count to three', 'Count to three.', 1, 'success', 'one, two, three', NULL, '{"inputTokens":84,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0}', 1795138375263, 1795138375306, 0);
INSERT INTO public.task VALUES ('task_0mwob1ff7pvm81uhbbqjl', 'ws_local', 'thr_0mwob1fetcua20isfam1m', 'thr_0mwob1fetcua20isfam1m', 'call_0mwob1ff7pvm81uhbbqjl', 'thr_0mwob1ff7pvm81uhbbqjl', NULL, 1, 'agt_worker', 'Take your time', 'Take your time.', 1, 'cancelled', '', '{"code":"canceled"}', '{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":381}', 1795138375507, 1795138375710, 0);
INSERT INTO public.task VALUES ('task_0mwob1frraevj6ieb4kg4', 'ws_local', 'thr_0mwob1frkp78i64gbonn2', 'thr_0mwob1frkp78i64gbonn2', 'call_0mwob1frraevj6ieb4kg4', 'thr_0mwob1frraevj6ieb4kg4', NULL, 1, 'agt_worker', 'Count to three', 'Count to three.', 1, 'success', 'one, two, three', NULL, '{"inputTokens":84,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0}', 1795138375960, 1795138375971, 0);
INSERT INTO public.task VALUES ('task_0mwob1g4a0neaubkc8tf9', 'ws_local', 'thr_0mwob1fxrsl3boq2ec2sm', 'thr_0mwob1fxrsl3boq2ec2sm', 'call_0mwob1g4a0neaubkc8tf9', 'thr_0mwob1g4a0neaubkc8tf9', NULL, 1, 'agt_worker', 'Take your time', 'Take your time.', 1, 'running', NULL, NULL, NULL, 1795138376446, NULL, 0);
INSERT INTO public.task VALUES ('task_0mwob1gatopcfqds93kag', 'ws_local', 'thr_0mwob1fyxm0aanm82e7ib', 'thr_0mwob1fyxm0aanm82e7ib', 'call_0mwob1gatopcfqds93kag', 'thr_0mwob1gatopcfqds93kag', NULL, 1, 'agt_worker', 'Take your time', 'Take your time.', 1, 'running', NULL, NULL, NULL, 1795138376688, NULL, 0);

INSERT INTO public.thread VALUES ('thr_0mwob1e72ng3436u0qt6s', 'ws_local', 'thr_0mwob1e72ng3436u0qt6s', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 2, NULL, NULL, NULL, 'Fail with nothing', 'fail with nothing', 0, NULL, 12, 1, 2, 1, 243, 16, 0, 0, 0, 1795138373931, 1795138374321, 0, 0, 29, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1cvaa4v22gi61ab2', 'ws_local', 'thr_0mwob1cvaa4v22gi61ab2', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 3, NULL, NULL, NULL, 'Fail in a step', 'fail in a step', 0, NULL, 10, 1, 1, 11, 38, 3, 0, 0, 1830, 1795138372228, 1795138373435, 0, 0, 1, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1dz0kgscf7jubqib', 'ws_local', 'thr_0mwob1dz0kgscf7jubqib', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'failed', 1, NULL, NULL, NULL, 'Fail for good', 'fail for good', 0, NULL, 6, 1, 1, 1, 0, 0, 0, 0, 915, 1795138373634, 1795138373669, 0, 0, 11, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1frraevj6ieb4kg4', 'ws_local', 'thr_0mwob1frkp78i64gbonn2', 'thr_0mwob1frkp78i64gbonn2', 'task_0mwob1frraevj6ieb4kg4', 1, 'agt_worker', 1, 'worker', 'completed', 1, NULL, NULL, 8, 'Count to three', NULL, 0, NULL, 8, 1, 1, 1, 84, 15, 0, 0, 0, 1795138375960, 1795138375971, 0, 0, 167, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1e2rvvot92j2ibgc', 'ws_local', 'thr_0mwob1e2rvvot92j2ibgc', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 2, NULL, NULL, NULL, 'Fail in calls', 'fail in calls', 0, NULL, 12, 1, 2, 1, 222, 6, 0, 0, 0, 1795138373765, 1795138373791, 0, 0, 17, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1ean120bd2loa92r', 'ws_local', 'thr_0mwob1e72ng3436u0qt6s', 'thr_0mwob1e72ng3436u0qt6s', 'task_0mwob1ean120bd2loa92r', 1, 'agt_worker', 1, 'worker', 'failed', 1, NULL, NULL, 8, 'Say nothing', NULL, 0, NULL, 8, 1, 1, 1, 83, 11, 0, 0, 0, 1795138374050, 1795138374256, 0, 0, 36, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1f3bqs5dgp4fqv55', 'ws_local', 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 'task_0mwob1f3bqs5dgp4fqv55', 1, 'agt_worker', 1, 'worker', 'cancelled', 2, NULL, NULL, 8, 'Take your time', NULL, 0, NULL, 6, 1, 1, 177, 0, 0, 0, 0, 381, 1795138375080, 1795138375263, 0, 0, 109, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1fetcua20isfam1m', 'ws_local', 'thr_0mwob1fetcua20isfam1m', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'cancelled', 2, NULL, NULL, NULL, 'Cancel the work', 'cancel the work', 0, NULL, 10, 1, 1, 1, 38, 15, 0, 0, 0, 1795138375494, 1795138375710, 0, 0, 130, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1elzntos7sij3bna', 'ws_local', 'thr_0mwob1ejz374ba99c4eoc', 'thr_0mwob1ejz374ba99c4eoc', 'task_0mwob1eyyauqraav68rpf', 1, 'agt_worker', 1, 'worker', 'completed', 4, NULL, NULL, 8, 'Fail at this', NULL, 0, NULL, 21, 3, 3, 2, 303, 34, 0, 0, 0, 1795138374456, 1795138374932, 0, 0, 56, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1ff7pvm81uhbbqjl', 'ws_local', 'thr_0mwob1fetcua20isfam1m', 'thr_0mwob1fetcua20isfam1m', 'task_0mwob1ff7pvm81uhbbqjl', 1, 'agt_worker', 1, 'worker', 'cancelled', 2, NULL, NULL, 8, 'Take your time', NULL, 0, NULL, 6, 1, 1, 197, 0, 0, 0, 0, 381, 1795138375507, 1795138375710, 0, 0, 137, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1ejz374ba99c4eoc', 'ws_local', 'thr_0mwob1ejz374ba99c4eoc', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 7, NULL, NULL, NULL, 'Fail in a task', 'fail in a task', 0, NULL, 32, 3, 6, 1, 1410, 64, 0, 0, 0, 1795138374386, 1795138374939, 0, 0, 49, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1f3bqs5dgp4fqv55_2', 'ws_local', 'thr_0mwob1f1ob4k10npfsd6i', 'thr_0mwob1f1ob4k10npfsd6i', 'task_0mwob1f3bqs5dgp4fqv55_2', 1, 'agt_worker', 1, 'worker', 'completed', 1, NULL, NULL, 8, 'Count to three', NULL, 0, NULL, 8, 1, 1, 6, 84, 15, 0, 0, 0, 1795138375263, 1795138375306, 0, 0, 117, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1f1ob4k10npfsd6i', 'ws_local', 'thr_0mwob1f1ob4k10npfsd6i', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 2, NULL, NULL, NULL, 'Cancel by retry', 'cancel by retry', 0, NULL, 14, 1, 2, 1, 236, 17, 0, 0, 0, 1795138375024, 1795138375398, 0, 0, 102, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1fkxlrpijt5ikac7', 'ws_local', 'thr_0mwob1fkxlrpijt5ikac7', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'cancelled', 2, NULL, NULL, NULL, 'Cancel the tool', 'cancel the tool', 0, NULL, 10, 1, 1, 99, 38, 2, 0, 0, 0, 1795138375714, 1795138375840, 0, 0, 146, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1frkp78i64gbonn2', 'ws_local', 'thr_0mwob1frkp78i64gbonn2', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 2, NULL, NULL, NULL, 'Delegate the counting', 'delegate the counting', 0, NULL, 12, 1, 2, 2, 239, 54, 0, 0, 0, 1795138375953, 1795138375988, 0, 0, 156, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1frm82a97ue36js9', 'ws_local', 'thr_0mwob1frm82a97ue36js9', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 2, NULL, NULL, NULL, 'Read the long text', 'read the long text', 0, NULL, 11, 1, 2, 2, 8676, 55, 0, 0, 0, 1795138375956, 1795138375991, 0, 0, 160, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1g4a0neaubkc8tf9', 'ws_local', 'thr_0mwob1fxrsl3boq2ec2sm', 'thr_0mwob1fxrsl3boq2ec2sm', 'task_0mwob1g4a0neaubkc8tf9', 1, 'agt_worker', 1, 'worker', 'active', 1, 'step', NULL, 8, 'Take your time', NULL, 0, NULL, 4, 1, 1, 0, 0, 0, 0, 0, 0, 1795138376446, 1795138376656, 0, 0, 205, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1fum57qt3e5ffft8', 'ws_local', 'thr_0mwob1fum57qt3e5ffft8', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'waiting_for_user', 1, NULL, NULL, NULL, 'Ask me for a color', 'ask me for a color', 0, NULL, 7, 1, 1, 1, 39, 15, 0, 0, 0, 1795138376067, 1795138376081, 0, 0, 187, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1gatopcfqds93kag', 'ws_local', 'thr_0mwob1fyxm0aanm82e7ib', 'thr_0mwob1fyxm0aanm82e7ib', 'task_0mwob1gatopcfqds93kag', 1, 'agt_worker', 1, 'worker', 'active', 1, 'step', NULL, 8, 'Take your time', NULL, 0, NULL, 4, 1, 1, 0, 0, 0, 0, 0, 0, 1795138376688, 1795138376703, 0, 0, 213, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1fxrsl3boq2ec2sm', 'ws_local', 'thr_0mwob1fxrsl3boq2ec2sm', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'active', 1, NULL, NULL, NULL, 'Work for a long time', 'work for a long time', 0, NULL, 7, 1, 1, 1, 39, 15, 0, 0, 0, 1795138376196, 1795138376446, 0, 0, 194, 0);
INSERT INTO public.thread VALUES ('thr_0mwob1fyxm0aanm82e7ib', 'ws_local', 'thr_0mwob1fyxm0aanm82e7ib', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 2, NULL, NULL, NULL, 'Work in the background', 'work in the background', 0, NULL, 11, 1, 2, 6, 167, 36, 0, 0, 0, 1795138376335, 1795138376722, 0, 0, 198, 0);

INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (1, 'thr_0mwob1cvaa4v22gi61ab2', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (2, 'thr_0mwob1dz0kgscf7jubqib', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (3, 'thr_0mwob1e2rvvot92j2ibgc', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (4, 'thr_0mwob1e72ng3436u0qt6s', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (5, 'thr_0mwob1ean120bd2loa92r', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (6, 'thr_0mwob1ejz374ba99c4eoc', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (7, 'thr_0mwob1elzntos7sij3bna', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (8, 'thr_0mwob1f1ob4k10npfsd6i', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (9, 'thr_0mwob1f3bqs5dgp4fqv55', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (10, 'thr_0mwob1f3bqs5dgp4fqv55_2', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (11, 'thr_0mwob1fetcua20isfam1m', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (12, 'thr_0mwob1ff7pvm81uhbbqjl', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (13, 'thr_0mwob1fkxlrpijt5ikac7', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (14, 'thr_0mwob1frkp78i64gbonn2', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (15, 'thr_0mwob1frm82a97ue36js9', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (16, 'thr_0mwob1frraevj6ieb4kg4', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (17, 'thr_0mwob1fum57qt3e5ffft8', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (18, 'thr_0mwob1fxrsl3boq2ec2sm', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (19, 'thr_0mwob1fyxm0aanm82e7ib', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (20, 'thr_0mwob1g4a0neaubkc8tf9', 'ws_local');
INSERT INTO public.thread_number OVERRIDING SYSTEM VALUE VALUES (21, 'thr_0mwob1gatopcfqds93kag', 'ws_local');

SELECT pg_catalog.setval('public.thread_number_number_seq', 21, true);

ALTER TABLE ONLY public.blob
    ADD CONSTRAINT blob_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.blob_use
    ADD CONSTRAINT blob_use_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.damage
    ADD CONSTRAINT damage_pkey PRIMARY KEY (thread_id);

ALTER TABLE ONLY public.log_event
    ADD CONSTRAINT log_event_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.question
    ADD CONSTRAINT question_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (workspace_id, kind, id);

ALTER TABLE ONLY public.request
    ADD CONSTRAINT request_pkey PRIMARY KEY (workspace_id, key);

ALTER TABLE ONLY public.search_entry
    ADD CONSTRAINT search_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.search_thread
    ADD CONSTRAINT search_thread_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.store_note
    ADD CONSTRAINT store_note_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.thread_day
    ADD CONSTRAINT thread_day_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.thread_number
    ADD CONSTRAINT thread_number_id_key UNIQUE (id);

ALTER TABLE ONLY public.thread_number
    ADD CONSTRAINT thread_number_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.thread
    ADD CONSTRAINT thread_pkey PRIMARY KEY (id);

CREATE INDEX blob_use_by_hash ON public.blob_use USING btree (hash);

CREATE INDEX blob_use_by_root ON public.blob_use USING btree (root_id);

CREATE INDEX chat_by_position ON public.thread USING btree (workspace_id, is_pinned, opened_position, id) WHERE ((parent_thread_id IS NULL) AND (hidden_at IS NULL));

CREATE INDEX chat_hidden ON public.thread USING btree (hidden_at) WHERE (hidden_at IS NOT NULL);

CREATE INDEX damage_by_root ON public.damage USING btree (root_id);

CREATE INDEX event_by_root ON public.log_event USING btree (root, "position");

CREATE UNIQUE INDEX event_by_thread ON public.log_event USING btree (thread, seq);

CREATE INDEX question_by_day ON public.question USING btree (workspace_id, asked_at);

CREATE INDEX question_by_root ON public.question USING btree (root_id);

CREATE INDEX question_open ON public.question USING btree (workspace_id, asked_position) WHERE (status = 'open'::text);

CREATE INDEX request_by_time ON public.request USING btree (at);

CREATE INDEX search_entry_by_root ON public.search_entry USING btree (root_id);

CREATE INDEX search_entry_titles ON public.search_entry USING btree (id) WHERE (kind = 'title'::text);

CREATE INDEX search_entry_words ON public.search_entry USING gin (vector);

CREATE INDEX search_thread_by_root ON public.search_thread USING btree (root_id);

CREATE INDEX search_thread_hidden ON public.search_thread USING btree (is_hidden) WHERE (is_hidden = 1);

CREATE INDEX task_by_day ON public.task USING btree (workspace_id, opened_at, ended_at, agent_id, status, attempt, is_empty);

CREATE INDEX task_by_root ON public.task USING btree (root_id, turn);

CREATE INDEX thread_by_day ON public.thread USING btree (workspace_id, opened_at);

CREATE INDEX thread_by_parent ON public.thread USING btree (parent_thread_id) WHERE (parent_thread_id IS NOT NULL);

CREATE INDEX thread_by_root ON public.thread USING btree (root_id);

CREATE INDEX thread_day_by_day ON public.thread_day USING btree (workspace_id, day_at);

CREATE INDEX thread_day_by_root ON public.thread_day USING btree (root_id);

CREATE INDEX thread_day_by_thread ON public.thread_day USING btree (thread_id);

CREATE INDEX thread_owing ON public.thread USING btree (due_at) WHERE (owes IS NOT NULL);

