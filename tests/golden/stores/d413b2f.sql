CREATE TABLE public.blob (
    hash text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL
);

CREATE TABLE public.call (
    id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    thread_id text NOT NULL COLLATE pg_catalog."C",
    step bigint NOT NULL,
    name text NOT NULL,
    effect text NOT NULL,
    status text NOT NULL,
    args text NOT NULL,
    result text,
    error text,
    attempt bigint NOT NULL,
    task_id text,
    requested_at bigint NOT NULL,
    started_at bigint,
    ended_at bigint
);

CREATE TABLE public.event (
    "position" bigint NOT NULL,
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    thread_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    type text NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    command_id text,
    data text NOT NULL
);

CREATE TABLE public.log_head (
    "position" bigint NOT NULL
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
    answered_at bigint
);

CREATE TABLE public.request (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    request text NOT NULL,
    reply text NOT NULL,
    at bigint NOT NULL
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
    ended_at bigint
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
    seq bigint NOT NULL,
    turn bigint NOT NULL,
    steps bigint NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    reasoning_tokens bigint NOT NULL,
    cached_tokens bigint NOT NULL,
    estimated_tokens bigint NOT NULL,
    opened_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

INSERT INTO public.blob VALUES
	('1f4af3400f4485680cfc22fd49b4189087456fc6046ab52e21a1e8bd3fa33f4b', 'Line 0 of a long text.
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

INSERT INTO public.call VALUES
	('call_0mwl2xxbh9ve6lk305bd9', 'ws_local', 'thr_0mwl2xxaf8c5j2n3rm0iu', 1, 'taskResult', 'idempotent', 'done', '{"result":"one, two, three","status":"success"}', '{"value":"The task has ended with this result.","bytes":36,"blob":null}', NULL, 0, NULL, 1794943376629, NULL, 1794943376629),
	('call_0mwl2xxaf8c5j2n3rm0iu', 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 1, 'newTask', 'idempotent', 'done', '{"task":"Count to three.","subAgentId":"agt_worker"}', '{"value":{"taskId":"task_0mwl2xxaf8c5j2n3rm0iu","status":"success","result":"one, two, three"},"bytes":15,"blob":null}', NULL, 0, 'task_0mwl2xxaf8c5j2n3rm0iu', 1794943376595, NULL, 1794943376629),
	('call_0mwl2xxbavkk99idpfbec', 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 1, 'readAll', 'read', 'done', '{}', '{"value":"Line 0 of a long text.\nLine 1 of a long text.\nLine 2 of a long text.\nLine 3 of a long text.\nLine 4 of a long text.\nLine 5 of a long text.\nLine 6 of a long text.\nLine 7 of a long text.\nLine 8 of a long text.\nLine 9 of a long text.\nLine 10 of a long text.\nLine 11 of a long text.\nLine 12 of a long text.\nLine 13 of a long text.\nLine 14 of a long text.\nLine 15 of a long text.\nLine 16 of a long text.\nLine 17 of a long text.\nLine 18 of a long text.\nLine 19 of a long text.\nLine 20 of a long text.\nLine 21 of a long text.\nLine 22 of a long text.\nLine 23 of a long text.\nLine 24 of a long text.\nLine 25 of a long text.\nLine 26 of a long text.\nLine 27 of a long text.\nLine 28 of a long text.\nLine 29 of a long text.\nLine 30 of a long text.\nLine 31 of a long text.\nLine 32 of a long text.\nLine 33 of a long text.\nLine 34 of a long text.\nLine 35 of a long text.\nLine 36 of a long text.\nLine 37 of a long text.\nLine 38 of a long text.\nLine 39 of a long text.\nLine 40 of a long text.\nLine 41 of a long text.\nLine 42 of a long text.\nLine 43 of a long text.\nLine 44 of a long text.\nLine 45 of a long text.\nLine 46 of a long text.\nLine 47 of a long text.\nLine 48 of a long text.\nLine 49 of a long text.\nLine 50 of a long text.\nLine 51 of a long text.\nLine 52 of a long text.\nLine 53 of a long text.\nLine 54 of a long text.\nLine 55 of a long text.\nLine 56 of a long text.\nLine 57 of a long text.\nLine 58 of a long text.\nLine 59 of a long text.\nLine 60 of a long text.\nLine 61 of a long text.\nLine 62 of a long text.\nLine 63 of a long text.\nLine 64 of a long text.\nLine 65 of a long text.\nLine 66 of a long text.\nLine 67 of a long text.\nLine 68 of a long text.\nLine 69 of a long text.\nLine 70 of a long text.\nLine 71 of a long text.\nLine 72 of a long text.\nLine 73 of a long text.\nLine 74 of a long text.\nLine 75 of a long text.\nLine 76 of a long text.\nLine 77 of a long text.\nLine 78 of a long text.\nLine 79 of a long text.\nLine 80 of a long text.\nLine 81 of a long text.\nLine 82 of a long text.\nLine 83 of a long text.\nLine 84 of a long text.\nLine 85 of a long text.\nLine 86 of a long text.\nLine 87 of a long text.\nLine 88 of a long text.\nLine 89 of a long text.\nLine 90 of a long text.\nLine 91 of a long text.\nLine 92 of a long text.\nLine 93 of a long text.\nLine 94 of a long text.\nLine 95 of a long text.\nLine 96 of a long text.\nLine 97 of a long text.\nLine 98 of a long text.\nLine 99 of a long text.\nLine 100 of a long text.\nLine 101 of a long text.\nLine 102 of a long text.\nLine 103 of a long text.\nLine 104 of a long text.\nLine 105 of a long text.\nLine 106 of a long text.\nLine 107 of a long text.\nLine 108 of a long text.\nLine 109 of a long text.\nLine 110 of a long text.\nLine 111 of a long text.\nLine 112 of a long text.\nLine 113 of a long text.\nLine 114 of a long text.\nLine 115 of a long text.\nLine 116 of a long text.\nLine 117 of a long text.\nLine 118 of a long text.\nLine 119 of a long text.\nLine 120 of a long text.\nLine 121 of a long text.\nLine 122 of a long text.\nLine 123 of a long text.\nLine 124 of a long text.\nLine 125 of a long text.\nLine 126 of a long text.\nLine 127 of a long text.\nLine 128 of a long text.\nLine 129 of a long text.\nLine 130 of a long text.\nLine 131 of a long text.\nLine 132 of a long text.\nLine 133 of a long text.\nLine 134 of a long text.\nLine 135 of a long text.\nLine 136 of a long text.\nLine 137 of a long text.\nLine 138 of a long text.\nLine 139 of a long text.\nLine 140 of a long text.\nLine 141 of a long text.\nLine 142 of a long text.\nLine 143 of a long text.\nLine 144 of a long text.\nLine 145 of a long text.\nLine 146 of a long text.\nLine 147 of a long text.\nLine 148 of a long text.\nLine 149 of a long text.\nLine 150 of a long text.\nLine 151 of a long text.\nLine 152 of a long text.\nLine 153 of a long text.\nLine 154 of a long text.\nLine 155 of a long text.\nLine 156 of a long text.\nLine 157 of a long text.\nLine 158 of a long text.\nLine 159 of a long text.\nLine 160 of a long text.\nLine 161 of a long text.\nLine 162 of a long text.\nLine 163 of a long text.\nLine 164 of a long text.\nLine 165 of a long text.\nLine 166 of a long text.\nLine 167 of a long text.\nLine 168 of a long text.\nLine 169 of a long text.\nLine 170 of a long text.\nLine 171 of a long text.\nLine 172 of a long text.\nLine 173 of a long text.\nLine 174 of a long text.\nLine 175 of a long text.\nLine 176 of a long text.\nLine 177 of a long text.\nLine 178 of a long text.\nLine 179 of a long text.\nLine 180 of a long text.\nLine 181 of a long text.\nLine 182 of a long text.\nLine 183 of a long text.\nLine 184 of a long text.\nLine 185 of a long text.\nLine 186 of a long text.\nLine 187 of a long text.\nLine 188 of a long text.\nLine 189 of a long text.\nLine 190 of a long text.\nLine 191 of a long text.\nLine 192 of a long text.\nLine 193 of a long text.\nLine 194 of a long text.\nLine 195 of a long text.\nLine 196 of a long text.\nLine 197 of a long text.\nLine 198 of a long text.\nLine 199 of a long text.\nLine 200 of a long text.\nLine 201 of a long text.\nLine 202 of a long text.\nLine 203 of a long text.\nLine 204 of a long text.\nLine 205 of a long text.\nLine 206 of a long text.\nLine 207 of a long text.\nLine 208 of a long text.\nLine 209 of a long text.\nLine 210 of a long text.\nLine 211 of a long text.\nLine 212 of a long text.\nLine 213 of a long text.\nLine 214 of a long text.\nLine 215 of a long text.\nLine 216 of a long text.\nLine 217 of a long text.\nLine 218 of a long text.\nLine 219 of a long text.\nLine 220 of a long text.\nLine 221 of a long text.\nLine 222 of a long text.\nLine 223 of a long text.\nLine 224 of a long text.\nLine 225 of a long text.\nLine 226 of a long text.\nLine 227 of a long text.\nLine 228 of a long text.\nLine 229 of a long text.\nLine 230 of a long text.\nLine 231 of a long text.\nLine 232 of a long text.\nLine 233 of a long text.\nLine 234 of a long text.\nLine 235 of a long text.\nLine 236 of a long text.\nLine 237 of a long text.\nLine 238 of a long text.\nLine 239 of a long text.\nLine 240 of a long text.\nLine 241 of a long text.\nLine 242 of a long text.\nLine 243 of a long text.\nLine 244 of a long text.\nLine 245 of a long text.\nLine 246 of a long text.\nLine 247 of a long text.\nLine 248 of a long text.\nLine 249 of a long text.\nLine 250 of a long text.\nLine 251 of a long text.\nLine 252 of a long text.\nLine 253 of a long text.\nLine 254 of a long text.\nLine 255 of a long text.\nLine 256 of a long text.\nLine 257 of a long text.\nLine 258 of a long text.\nLine 259 of a long text.\nLine 260 of a long text.\nLine 261 of a long text.\nLine 262 of a long text.\nLine 263 of a long text.\nLine 264 of a long text.\nLine 265 of a long text.\nLine 266 of a long text.\nLine 267 of a long text.\nLine 268 of a long text.\nLine 269 of a long text.\nLine 270 of a long text.\nLine 271 of a long text.\nLine 272 of a long text.\nLine 273 of a long text.\nLine 274 of a long text.\nLine 275 of a long text.\nLine 276 of a long text.\nLine 277 of a long text.\nLine 278 of a long text.\nLine 279 of a long text.\nLine 280 of a long text.\nLine 281 of a long text.\nLine 282 of a long text.\nLine 283 of a long text.\nLine 284 of a long text.\nLine 285 of a long text.\nLine 286 of a long text.\nLine 287 of a long text.\nLine 288 of a long text.\nLine 289 of a long text.\nLine 290 of a long text.\nLine 291 of a long text.\nLine 292 of a long text.\nLine 293 of a long text.\nLine 294 of a long text.\nLine 295 of a long text.\nLine 296 of a long text.\nLine 297 of a long text.\nLine 298 of a long text.\nLine 299 of a long text.\nLine 300 of a long text.\nLine 301 of a long text.\nLine 302 of a long text.\nLine 303 of a long text.\nLine 304 of a long text.\nLine 305 of a long text.\nLine 306 of a long text.\nLine 307 of a long text.\nLine 308 of a long text.\nLine 309 of a long text.\nLine 310 of a long text.\nLine 311 of a long text.\nLine 312 of a long text.\nLine 313 of a long text.\nLine 314 of a long text.\nLine 315 of a long text.\nLine 316 of a long text.\nLine 317 of a long text.\nLine 318 of a long text.\nLine 319 of a long text.\nLine 320 of a long text.\nLine 321 of a long text.\nLine 322 of a long text.\nLine 323 of a long text.\nLine 324 of a long text.\nLine 325 of a long text.\nLine 326 of a long text.\nLine 327 of a long text.\nLine 328 of a long text.\nLine 329 of a long text.\nLine 330 of a long text.\nLine 331 of a long text.\nLine 332 of a long text.\nLine 333 of a long text.\nLine 334 of a long text.\nLine 335 of a long text.\nLine 336 of a long text.\nLine 337 of a long text.\nLine 338 of a long text.\nLine 339 of a long text.\nLine 340 of a long text.\nLine 341 of a long text.\nLine 342 of a long text.\nLine 343 of a long text.\nLine 344 of a long text.\nLine 345 of a long text.\nLine 346 of a long text.\nLine 347 of a long text.\nLine 348 of a long text.\nLine 349 of a long text.\nLine 350 of a long text.\nLine 351 of a long text.\nLine 352 of a long text.\nLine 353 of a long text.\nLine 354 of a long text.\nLine 355 of a long text.\nLine 356 of a long text.\nLine 357 of a long text.\nLine 358 of a long text.\nLine 359 of a long text.\nLine 360 of a long text.\nLine 361 of a long text.\nLine 362 of a long text.\nLine 363 of a long text.\nLine 364 of a long text.\nLine 365 of a long text.\nLine 366 of a long text.\nLine 367 of a long text.\nLine 368 of a long text.\nLine 369 of a long text.\nLine 370 of a long text.\nLine 371 of a long text.\nLine 372 of a long text.\nLine 373 of a long text.\nLine 374 of a long text.\nLine 375 of a long text.\nLine 376 of a long text.\nLine 377 of a long text.\nLine 378 of a long text.\nLine 379 of a long text.\nLine 380 of a long text.\nLine 381 of a long text.\nLine 382 of a long text.\nLine 383 of a long text.\nLine 384 of a long text.\nLine 385 of a long text.\nLine 386 of a long text.\nLine 387 of a long text.\nLine 388 of a long text.\nLine 389 of a long text.\nLine 390 of a long text.\nLine 391 of a long text.\nLine 392 of a long text.\nLine 393 of a long text.\nLine 394 of a long text.\nLine 395 of a long text.\nLine 396 of a long text.\nLine 397 of a long text.\nLine 398 of a long text.\nLine 399 of a long text.\nLine 400 of a long text.\nLine 401 of a long text.\nLine 402 of a long text.\nLine 403 of a long text.\nLine 404 of a long text.\nLine 405 of a long text.\nLine 406 of a long text.\nLine 407 of a long text.\nLine 408 of a long text.\nLine 409 of a long text.\nLine 410 of a long text.\nLine 411 of a long text.\nLine 412 of a long text.\nLine 413 of a long text.\nLine 414 of a long text.\nLine 415 of a long text.\nLine 416 of a long text.\nLine 417 of a long text.\nLine 418 of a long text.\nLine 419 of a long text.\nLine 420 of a long text.\nLine 421 of a long text.\nLine 422 of a long text.\nLine 423 of a long text.\nLine 424 of a long text.\nLine 425 of a long text.\nLine 426 of a long text.\nLine 427 of a long text.\nLine 428 of a long text.\nLine 429 of a long text.\nLine 430 of a long text.\nLine 431 of a long text.\nLine 432 of a long text.\nLine 433 of a long text.\nLine 434 of a long text.\nLine 435 of a long text.\nLine 436 of a long text.\nLine 437 of a long text.\nLine 438 of a long text.\nLine 439 of a long text.\nLine 440 of a long text.\nLine 441 of a long text.\nLine 442 of a long text.\nLine 443 of a long text.\nLine 444 of a long text.\nLine 445 of a long text.\nLine 446 of a long text.\nLine 447 of a long text.\nLine 448 of a long text.\nLine 449 of a long text.\nLine 450 of a long text.\nLine 451 of a long text.\nLine 452 of a long text.\nLine 453 of a long text.\nLine 454 of a long text.\nLine 455 of a long text.\nLine 456 of a long text.\nLine 457 of a long text.\nLine 458 of a long text.\nLine 459 of a long text.\nLine 460 of a long text.\nLine 461 of a long text.\nLine 462 of a long text.\nLine 463 of a long text.\nLine 464 of a long text.\nLine 465 of a long text.\nLine 466 of a long text.\nLine 467 of a long text.\nLine 468 of a long text.\nLine 469 of a long text.\nLine 470 of a long text.\nLine 471 of a long text.\nLine 472 of a long text.\nLine 473 of a long text.\nLine 474 of a long text.\nLine 475 of a long text.\nLine 476 of a long text.\nLine 477 of a long text.\nLine 478 of a long text.\nLine 479 of a long text.\nLine 480 of a long text.\nLine 481 of a long text.\nLine 482 of a long text.\nLine 483 of a long text.\nLine 484 of a long text.\nLine 485 of a long text.\nLine 486 of a long text.\nLine 487 of a long text.\nLine 488 of a long text.\nLine 489 of a long text.\nLine 490 of a long text.\nLine 491 of a long text.\nLine 492 of a long text.\nLine 493 of a long text.\nLine 494 of a long text.\nLine 495 of a long text.\nLine 496 of a long text.\nLine 497 of a long text.\nLine 498 of a long text.\nLine 499 of a long text.\nLine 500 of a long text.\nLine 501 of a long text.\nLine 502 of a long text.\nLine 503 of a long text.\nLine 504 of a long text.\nLine 505 of a long text.\nLine 506 of a long text.\nLine 507 of a long text.\nLine 508 of a long text.\nLine 509 of a long text.\nLine 510 of a long text.\nLine 511 of a long text.\nLine 512 of a long text.\nLine 513 of a long text.\nLine 514 of a long text.\nLine 515 of a long text.\nLine 516 of a long text.\nLine 517 of a long text.\nLine 518 of a long text.\nLine 519 of a long text.\nLine 520 of a long text.\nLine 521 of a long text.\nLine 522 of a long text.\nLine 523 of a long text.\nLine 524 of a long text.\nLine 525 of a long text.\nLine 526 of a long text.\nLine 527 of a long text.\nLine 528 of a long text.\nLine 529 of a long text.\nLine 530 of a long text.\nLine 531 of a long text.\nLine 532 of a long text.\nLine 533 of a long text.\nLine 534 of a long text.\nLine 535 of a long text.\nLine 536 of a long text.\nLine 537 of a long text.\nLine 538 of a long text.\nLine 539 of a long text.\nLine 540 of a long text.\nLine 541 of a long text.\nLine 542 of a long text.\nLine 543 of a long text.\nLine 544 of a long text.\nLine 545 of a long text.\nLine 546 of a long text.\nLine 547 of a long text.\nLine 548 of a long text.\nLine 549 of a long text.\nLine 550 of a long text.\nLine 551 of a long text.\nLine 552 of a long text.\nLine 553 of a long text.\nLine 554 of a long text.\nLine 555 of a long text.\nLine 556 of a long text.\nLine 557 of a long text.\nLine 558 of a long text.\nLine 559 of a long text.\nLine 560 of a long text.\nLine 561 of a long text.\nLine 562 of a long text.\nLine 563 of a long text.\nLine 564 of a long text.\nLine 565 of a long text.\nLine 566 of a long text.\nLine 567 of a long text.\nLine 568 of a long text.\nLine 569 of a long text.\nLine 570 of a long text.\nLine 571 of a long text.\nLine 572 of a long text.\nLine 573 of a long text.\nLine 574 of a long text.\nLine 575 of a long text.\nLine 576 of a long text.\nLine 577 of a long text.\nLine 578 of a long text.\nLine 579 of a long text.\nLine 580 of a long text.\nLine 581 of a long text.\nLine 582 of a long text.\nLine 583 of a long text.\nLine 584 of a long text.\nLine 585 of a long text.\nLine 586 of a long text.\nLine 587 of a long text.\nLine 588 of a long text.\nLine 589 of a long text.\nLine 590 of a long text.\nLine 591 of a long text.\nLine 592 of a long text.\nLine 593 of a long text.\nLine 594 of a long text.\nLine 595 of a long text.\nLine 596 of a long text.\nLine 597 of a long text.\nLine 598 of a long text.\nLine 599 of a long text.\nLine 600 of a long text.\nLine 601 of a long text.\nLine 602 of a long text.\nLine 603 of a long text.\nLine 604 of a long text.\nLine 605 of a long text.\nLine 606 of a long text.\nLine 607 of a long text.\nLine 608 of a long text.\nLine 609 of a long text.\nLine 610 of a long text.\nLine 611 of a long text.\nLine 612 of a long text.\nLine 613 of a long text.\nLine 614 of a long text.\nLine 615 of a long text.\nLine 616 of a long text.\nLine 617 of a long text.\nLine 618 of a long text.\nLine 619 of a long text.\nLine 620 of a long text.\nLine 621 of a long text.\nLine 622 of a long text.\nLine 623 of a long text.\nLine 624 of a long text.\nLine 625 of a long text.\nLine 626 of a long text.\nLine 627 of a long text.\nLine 628 of a long text.\nLine 629 of a long text.\nLine 630 of a long text.\nLine 631 of a long text.\nLine 632 of a long text.\nLine 633 of a long text.\nLine 634 of a long text.\nLine 635 of a long text.\nLine 636 of a long text.\nLine 637 of a long text.\nLine 638 of a long text.\nLine 639 of a long text.\nLine 640 of a long text.\nLine 641 of a long text.\nLine 642 of a long text.\nLine 643 of a long text.\nLine 644 of a long text.\nLine 645 of a long text.\nLine 646 of a long text.\nLine 647 of a long text.\nLine 648 of a long text.\nLine 649 of a long text.\nLine 650 of a long text.\nLine 651 of a long text.\nLine 652 of a long text.\nLine 653 of a long text.\nLine 654 of a long text.\nLine 655 of a long text.\nLine 656 of a long text.\nLine 657 of a long text.\nLine 658 of a long text.\nLine 659 of a long text.\nLine 660 of a long text.\nLine 661 of a long text.\nLine 662 of a long text.\nLine 663 of a long text.\nLine 664 of a long text.\nLine 665 of a long text.\nLine 666 of a long text.\nLine 667 of a long text.\nLine 668 of a long text.\nLine 669 of a long text.\nLine 670 of a long text.\nLine 671 of a long text.\nLine 672 of a long text.\nLine 673 of a long text.\nLine 674 of a long text.\nLine 675 of a long text.\nLine 676 of a long text.\nLine 677 of a long text.\nLine 678 of a long text.\nLine 679 of a long text.\nLine 680 of a long text.\nLine 681 of a long text.\nLine 682 of a long text.\nLine 683 of a long text.\nLine 684 of a long text.\nLine 685 of a long text.\nLine 686 of a long text.\nLine 687 of a long text.\nLine 688 of a long text.\nLine 689 of a long text.\nLine 690 of a long text.\nLine 691 of a long text.\nLine 692 of a long text.\nLine 693 of a long text.\nLine 694 of a long text.\nLine 695 of a long text.\nLine 696 of a long text.\nLine 697 of a long text.\nLine 698 of a long text.\nLine 699 of a long text.\nLine 700 of a long text.\nLine 701 of a long text.\nLine 702 of a long text.\nLine 703 of a long text.\nLine 704 of a long text.\nLine 705 of a long text.\nLine 706 of a long text.\nLine 707 of a long text.\nLine 708 of a long text.\nLine 709 of a long text.\nLine 710 of a long text.\nLine 711 of a long text.\nLine 712 of a long text.\nLine 713 of a long text.\nLine 714 of a long text.\nLine 715 of a long text.\nLine 716 of a long text.\nLine 717 of a long text.\nLine 718 of a long text.\nLine 719 of a long text.\nLine 720 of a long text.\nLine 721 of a long text.\nLine 722 of a long text.\nLine 723 of a long text.\nLine 724 of a long text.\nLine 725 of a long text.\nLine 726 of a long text.\nLine 727 of a long text.\nLine 728 of a long text.\nLine 729 of a long text.\nLine 730 of a long text.\nLine 731 of a long text.\nLine 732 of a long text.\nLine 733 of a long text.\nLine 734 of a long text.\nLine 735 of a long text.\nLine 736 of a long text.\nLine 737 of a long text.\nLine 738 of a long text.\nLine 739 of a long text.\nLine 740 of a long text.\nLine 741 of a long text.\nLine 742 of a long text.\nLine 743 of a long text.\nLine 744 of a long text.\nLine 745 of a long text.\nLine 746 of a long text.\nLine 747 of a long text.\nLine 748 of a long text.\nLine 749 of a long text.\nLine 750 of a long text.\nLine 751 of a long text.\nLine 752 of a long text.\nLine 753 of a long text.\nLine 754 of a long text.\nLine 755 of a long text.\nLine 756 of a long text.\nLine 757 of a long text.\nLine 758 of a long text.\nLine 759 of a long text.\nLine 760 of a long text.\nLine 761 of a long text.\nLine 762 of a long text.\nLine 763 of a long text.\nLine 764 of a long text.\nLine 765 of a long text.\nLine 766 of a long text.\nLine 767 of a long text.\nLine 768 of a long text.\nLine 769 of a long text.\nLine 770 of a long text.\nLine 771 of a long text.\nLine 772 of a long text.\nLine 773 of a long text.\nLine 774 of a long text.\nLine 775 of a long text.\nLine 776 of a long text.\nLine 777 of a long text.\nLine 778 of a long text.\nLine 779 of a long text.\nLine 780 of a long text.\nLine 781 of a long text.\nLine 782 of a long text.\nLine 783 of a long text.\nLine 784 of a long text.\nLine 785 of a long text.\nLine 786 of a long text.\nLine 787 of a long text.\nLine 788 of a long text.\nLine 789 of a long text.\nLine 790 of a long text.\nLine 791 of a long text.\nLine 792 of a long text.\nLine 793 of a long text.\nLine 794 of a long text.\nLine 795 of a long text.\nLine 796 of a long text.\nLine 797 of a long text.\nLine 798 of a long text.\nLine 799 of a long text.\nLine 800 of a long text.\nLine 801 of a long text.\nLine 802 of a long text.\nLine 803 of a long text.\nLine 804 of a long text.\nLine 805 of a long text.\nLine 806 of a long text.\nLine 807 of a long text.\nLine 808 of a long text.\nLine 809 of a long text.\nLine 810 of a long text.\nLine 811 of a long text.\nLine 812 of a long text.\nLine 813 of a long text.\nLine 814 of a long text.\nLine 815 of a long text.\nLine 816 of a long text.\nLine 817 of a long text.\nLine 818 of a long text.\nLine 819 of a long text.\nLine 820 of a long text.\nLine 821 of a long text.\nLine 822 of a long text.\nLine 823 of a long text.\nLine 824 of a long text.\nLine 825 of a long text.\nLine 826 of a long text.\nLine 827 of a long text.\nLine 828 of a long text.\nLine 829 of a long text.\nLine 830 of a long text.\nLine 831 of a long text.\nLine 832 of a long text.\nLine 833 of a long text.\nLine 834 of a long text.\nLine 835 of a long text.\nLine 836 of a long text.\nLine 837 of a long text.\nLine 838 of a long text.\nLine 839 of a long text.\nLine 840 of a long text.\nLine 841 of a long text.\nLine 842 of a long text.\nLine 843 of a long text.\nLine 844 of a long text.\nLine 845 of a long text.\nLine 846 of a long text.\nLine 847 of a long text.\nLine 848 of a long text.\nLine 849 of a long text.\nLine 850 of a long text.\nLine 851 of a long text.\nLine 852 of a long text.\nLine 853 of a long text.\nLine 854 of a long text.\nLine 855 of a long text.\nLine 856 of a long text.\nLine 857 of a long text.\nLine 858 of a long text.\nLine 859 of a long text.\nLine 860 of a long text.\nLine 861 of a long text.\nLine 862 of a long text.\nLine 863 of a long text.\nLine 864 of a long text.\nLine 865 of a long text.\nLine 866 of a long text.\nLine 867 of a long text.\nLine 868 of a long text.\nLine 869 of a long text.\nLine 870 of a long text.\nLine 871 of a long text.\nLine 872 of a long text.\nLine 873 of a long text.\nLine 874 of a long text.\nLine 875 of a long text.\nLine 876 of a long text.\nLine 877 of a long text.\nLine 878 of a long text.\nLine 879 of a long text.\nLine 880 of a long text.\nLine 881 of a long text.\nLine 882 of a long text.\nLine 883 of a long text.\nLine 884 of a long text.\nLine 885 of a long text.\nLine 886 of a long text.\nLine 887 of a long text.\nLine 888 of a long text.\nLine 889 of a long text.\nLine 890 of a long text.\nLine 891 of a long text.\nLine 892 of a long text.\nLine 893 of a long text.\nLine 894 of a long text.\nLine 895 of a long text.\nLine 896 of a long text.\nLine 897 of a long text.\nLine 898 of a long text.\nLine 899 of a long text.\nLine 900 of a long text.\nLine 901 of a long text.\nLine 902 of a long text.\nLine 903 of a long text.\nLine 904 of a long text.\nLine 905 of a long text.\nLine 906 of a long text.\nLine 907 of a long text.\nLine 908 of a long text.\nLine 909 of a long text.\nLine 910 of a long text.\nLine 911 of a long text.\nLine 912 of a long text.\nLine 913 of a long text.\nLine 914 of a long text.\nLine 915 of a long text.\nLine 916 of a long text.\nLine 917 of a long text.\nLine 918 of a long text.\nLine 919 of a long text.\nLine 920 of a long text.\nLine 921 of a long text.\nLine 922 of a long text.\nLine 923 of a long text.\nLine 924 of a long text.\nLine 925 of a long text.\nLine 926 of a long text.\nLine 927 of a long text.\nLine 928 of a long text.\nLine 929 of a long text.\nLine 930 of a long text.\nLine 931 of a long text.\nLine 932 of a long text.\nLine 933 of a long text.\nLine 934 of a long text.\nLine 935 of a long text.\nLine 936 of a long text.\nLine 937 of a long text.\nLine 938 of a long text.\nLine 939 of a long text.\nLine 940 of a long text.\nLine 941 of a long text.\nLine 942 of a long text.\nLine 943 of a long text.\nLine 944 of a long text.\nLine 945 of a long text.\nLine 946 of a long text.\nLine 947 of a long text.\nLine 948 of a long text.\nLine 949 of a long text.\nLine 950 of a long text.\nLine 951 of a long text.\nLine 952 of a long text.\nLine 953 of a long text.\nLine 954 of a long text.\nLine 955 of a long text.\nLine 956 of a long text.\nLine 957 of a long text.\nLine 958 of a long text.\nLine 959 of a long text.\nLine 960 of a long text.\nLine 961 of a long text.\nLine 962 of a long text.\nLine 963 of a long text.\nLine 964 of a long text.\nLine 965 of a long text.\nLine 966 of a long text.\nLine 967 of a long text.\nLine 968 of a long text.\nLine 969 of a long text.\nLine 970 of a long text.\nLine 971 of a long text.\nLine 972 of a long text.\nLine 973 of a long text.\nLine 974 of a long text.\nLine 975 of a long text.\nLine 976 of a long text.\nLine 977 of a long text.\nLine 978 of a long text.\nLine 979 of a long text.\nLine 980 of a long text.\nLine 981 of a long text.\nLine 982 of a long text.\nLine 983 of a long text.\nLine 984 of a long text.\nLine 985 of a long text.\nLine 986 of a long text.\nLine 987 of a long text.\nLine 988 of a long text.\nLine 989 of a long text.\nLine 990 of a long text.\nLine 991 of a long text.\nLine 992 of a long text.\nLine 993 of a long text.\nLine 994 of a long text.\nLine 995 of a long text.\nLine 996 of a long text.\nLine 997 of a long text.\nLine 998 of a long text.\nLine 999 of a long text.\nLine 1000 of a long text.\nLine 1001 of a long text.\nLine 1002 of a long text.\nLine 1003 of a long text.\nLine 1004 of a long text.\nLine 1005 of a long text.\nLine 1006 of a long text.\nLine 1007 of a long text.\nLine 1008 of a long text.\nLine 1009 of a long text.\nLine 1010 of a long text.\nLine 1011 of a long text.\nLine 1012 of a long text.\nLine 1013 of a long text.\nLine 1014 of a long text.\nLine 1015 of a long text.\nLine 1016 of a long text.\nLine 1017 of a long text.\nLine 1018 of a long text.\nLine 1019 of a long text.\nLine 1020 of a long text.\nLine 1021 of a long text.\nLine 1022 of a long text.\nLine 1023 of a long text.\nLine 1024 of a long text.\nLine 1025 of a long text.\nLine 1026 of a long text.\nLine 1027 of a long text.\nLine 1028 of a long text.\nLine 1029 of a long text.\nLine 1030 of a long text.\nLine 1031 of a long text.\nLine 1032 of a long text.\nLine 1033 of a long text.\nLine 1034 of a long text.\nLine 1035 of a long text.\nLine 1036 of a long text.\nLine 1037 of a long text.\nLine 1038 of a long text.\nLine 1039 of a long text.\nLine 1040 of a long text.\nLine 1041 of a long text.\nLine 1042 of a long text.\nLine 1043 of a long text.\nLine 1044 of a long text.\nLine 1045 of a long text.\nLine 1046 of a long text.\nLine 1047 of a long text.\nLine 1048 of a long text.\nLine 1049 of a long text.\nLine 1050 of a long text.\nLine 1051 of a long text.\nLine 1052 of a long text.\nLine 1053 of a long text.\nLine 1054 of a long text.\nLine 1055 of a long text.\nLine 1056 of a long text.\nLine 1057 of a long text.\nLine 1058 of a long text.\nLine 1059 of a long text.\nLine 1060 of a long text.\nLine 1061 of a long text.\nLine 1062 of a long text.\nLine 1063 of a long text.\nLine 1064 of a long text.\nLine 1065 of a long text.\nLine 1066 of a long text.\nLine 1067 of a long text.\nLine 1068 of a long text.\nLine 1069 of a long text.\nLine 1070 of a long text.\nLine 1071 of a long text.\nLine 1072 of a long text.\nLine 1073 of a long text.\nLine 1074 of a long text.\nLine 1075 of a long text.\nLine 1076 of a long text.\nLine 1077 of a long text.\nLine 1078 of a long text.\nLine 1079 of a long text.\nLine 1080 of a long text.\nLine 1081 of a long text.\nLine 1082 of a long text.\nLine 1083 of a long text.\nLine 1084 of a long text.\nLine 1085 of a long text.\nLine 1086 of a long text.\nLine 1087 of a long text.\nLine 1088 of a long text.\nLine 1089 of a long text.\nLine 1090 of a long text.\nLine 1091 of a long text.\nLine 1092 of a long text.\nLine 1093 of a long text.\nLine 1094 of a long text.\nLine 1095 of a long text.\nLine 1096 of a long text.\nLine 1097 of a long text.\nLine 1098 of a long text.\nLine 1099 of a long text.\nLine 1100 of a long text.\nLine 1101 of a long text.\nLine 1102 of a long text.\nLine 1103 of a long text.\nLine 1104 of a long text.\nLine 1105 of a long text.\nLine 1106 of a long text.\nLine 1107 of a long text.\nLine 1108 of a long text.\nLine 1109 of a long text.\nLine 1110 of a long text.\nLine 1111 of a long text.\nLine 1112 of a long text.\nLine 1113 of a long text.\nLine 1114 of a long text.\nLine 1115 of a long text.\nLine 1116 of a long text.\nLine 1117 of a long text.\nLine 1118 of a long text.\nLine 1119 of a long text.\nLine 1120 of a long text.\nLine 1121 of a long text.\nLine 1122 of a long text.\nLine 1123 of a long text.\nLine 1124 of a long text.\nLine 1125 of a long text.\nLine 1126 of a long text.\nLine 1127 of a long text.\nLine 1128 of a long text.\nLine 1129 of a long text.\nLine 1130 of a long text.\nLine 1131 of a long text.\nLine 1132 of a long text.\nLine 1133 of a long text.\nLine 1134 of a long text.\nLine 1135 of a long text.\nLine 1136 of a long text.\nLine 1137 of a long text.\nLine 1138 of a long text.\nLine 1139 of a long text.\nLine 1140 of a long text.\nLine 1141 of a long text.\nLine 1142 of a long text.\nLine 1143 of a long text.\nLine 1144 of a long text.\nLine 1145 of a long text.\nLine 1146 of a long text.\nLine 1147 of a long text.\nLine 1148 of a long text.\nLine 1149 of a long text.\nLine 1150 of a long text.\nLine 1151 of a long text.\nLine 1152 of a long text.\nLine 1153 of a long text.\nLine 1154 of a long text.\nLine 1155 of a long text.\nLine 1156 of a long text.\nLine 1157 of a long text.\nLine 1158 of a long text.\nLine 1159 of a long text.\nLine 1160 of a long text.\nLine 1161 of a long text.\nLine 1162 of a long text.\nLine 1163 of a long text.\nLine 1164 of a long text.\nLine 1165 of a long text.\nLine 1166 of a long text.\nLine 1167 of a long text.\nLine 1168 of a long text.\nLine 1169 of a long text.\nLine 1170 of a long text.\nLine 1171 of a long text.\nLine 1172 of a long text.\nLine 1173 of a long text.\nLine 1174 of a long text.\nLine 1175 of a long text.\nLine 1176 of a long text.\nLine 1177 of a long text.\nLine 1178 of a long text.\nLine 1179 of a long text.\nLine 1180 of a long text.\nLine 1181 of a long text.\nLine 1182 of a long text.\nLine 1183 of a long text.\nLine 1184 of a long text.\nLine 1185 of a long text.\nLine 1186 of a long text.\nLine 1187 of a long text.\nLine 1188 of a long text.\nLine 1189 of a long text.\nLine 1190 of a long text.\nLine 1191 of a long text.\nLine 1192 of a long text.\nLine 1193 of a long text.\nLine 1194 of a long text.\nLine 1195 of a long text.\nLine 1196 of a long text.\nLine 1197 of a long text.\nLine 1198 of a long text.\nLine 1199 of a long text.\nLine 1200 of a long text.\nLine 1201 of a long text.\nLine 1202 of a long text.\nLine 1203 of a long text.\nLine 1204 of a long text.\nLine 1205 of a long text.\nLine 1206 of a long text.\nLine 1207 of a long text.\nLine 1208 of a long text.\nLine 1209 of a long text.\nLine 1210 of a long text.\nLine 1211 of a long text.\nLine 1212 of a long text.\nLine 1213 of a long text.\nLine 1214 of a long text.\nLine 1215 of a long text.\nLine 1216 of a long text.\nLine 1217 of a long text.\nLine 1218 of a long text.\nLine 1219 of a long text.\nLine 1220 of a long text.\nLine 1221 of a long text.\nLine 1222 of a long text.\nLine 1223 of a long text.\nLine 1224 of a long text.\nLine 1225 of a long text.\nLine 1226 of a long text.\nLine 1227 of a long text.\nLine 1228 of a long text.\nLine 1229 of a long text.\nLine 1230 of a long text.\nLine 1231 of a long text.\nLine 1232 of a long text.\nLine 1233 of a long text.\nLine 1234 of a long text.\nLine 1235 of a long text.\nLine 1236 of a long text.\nLine 1237 of a long text.\nLine 1238 of a long text.\nLine 1239 of a long text.\nLine 1240 of a long text.\nLine 1241 of a long text.\nLine 1242 of a long text.\nLine 1243 of a long text.\nLine 1244 of a long text.\nLine 1245 of a long text.\nLine 1246 of a long text.\nLine 1247 of a long text.\nLine 1248 of a long text.\nLine 1249 of a long text.\nLine 1250 of a long text.\nLine 1251 of a long text.\nLine 1252 of a long text.\nLine 1253 of a long text.\nLine 1254 of a long text.\nLine 1255 of a long text.\nLine 1256 of a long text.\nLine 1257 of a long text.\nLine 1258 of a long text.\nLine 1259 of a long text.\nLine 1260 of a long text.\nLine 1261 of a long text.\nLine 1262 of a long text.\nLine 1263 of a long text.\nLine 1264 of a long text.\nLine 1265 of a long text.\nLine 1266 of a long text.\nLine 1267 of a long text.\nLine 1268 of a long text.\nLine 1269 of a long text.\nLine 1270 of a long text.\nLine 1271 of a long text.\nLine 1272 of a long text.\nLine 1273 of a long text.\nLine 1274 of a long text.\nLine 1275 of a long text.\nLine 1276 of a long text.\nLine 1277 of a long text.\nLine 1278 of a long text.\nLine 1279 of a long text.\nLine 1280 of a long text.\nLine 1281 of a long text.\nLine 1282 of a long text.\nLine 1283 of a long text.\nLine 1284 of a long text.\nLine 1285 of a long text.\nLine 1286 of a long text.\nLine 1287 of a long text.\nLine 1288 of a long text.\nLine 1289 of a long text.\nLine 1290 of a long text.\nLine 1291 of a long text.\nLine 1292 of a long text.\nLine 1293 of a long text.\nLine 1294 of a long text.\nLine 1295 of a long text.\nLine 1296 of a long text.\nLine 1297 of a long text.\nLine 1298 of a long text.\nLine 1299 of a long text.\nLine 1300 of a long text.\nLine 1301 of a long text.\nLine 1302 of a long text.\n\n[… cut here: the first 32768 of 37889 bytes are shown. Ask for a smaller part to see the rest.]","bytes":37889,"blob":"1f4af3400f4485680cfc22fd49b4189087456fc6046ab52e21a1e8bd3fa33f4b"}', NULL, 1, NULL, 1794943376622, 1794943376638, 1794943376648),
	('call_0mwl2xxdr90m388odbf41', 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 1, 'askUser', 'idempotent', 'requested', '{"question":"Which color?","options":["red","blue"]}', NULL, NULL, 0, NULL, 1794943376704, NULL, NULL),
	('call_0mwl2xxgter2p0vo4qcq2', 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 1, 'newTask', 'idempotent', 'requested', '{"task":"Take your time.","subAgentId":"agt_worker"}', NULL, NULL, 0, 'task_0mwl2xxgter2p0vo4qcq2', 1794943376815, NULL, NULL);

INSERT INTO public.event VALUES
	(1, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 1, 'thread.opened', 1794943376546, 'person:owner', 'cmd_0mwl2xx95gols68gus8ru', '{"rootId":"thr_0mwl2xx97gf9qpi4hp6bs","parent":null,"depth":0,"path":["agt_boss"],"agent":{"agentId":"agt_boss","version":1,"name":"boss","description":"Does what a boss does","badge":{"color":"#888888","icon":"bot"},"model":{"provider":"scripted","id":"scripted"},"sampling":{},"tools":["askUser","readAll"],"maxSteps":null,"subAgents":[{"agentId":"agt_worker","name":"worker","description":"Does what a worker does"}]},"limits":{"maxDepth":3,"maxChildrenAtOnce":8,"maxTasksPerTurn":64,"maxSteps":100,"maxWorkMs":1800000,"idleMs":120000,"maxTokens":null,"maxOutputChars":1000000},"title":"Delegate the counting.","turn":0}'),
	(2, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 2, 'message.received', 1794943376546, 'person:owner', 'cmd_0mwl2xx95gols68gus8ru', '{"messageId":"msg_0mwl2xx98l82jkjqgt88n","from":"system","text":"You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does","taskId":null}'),
	(3, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 3, 'message.received', 1794943376546, 'person:owner', 'cmd_0mwl2xx95gols68gus8ru', '{"messageId":"msg_0mwl2xx98vvfk292cf4ul","from":"person","text":"Delegate the counting.","taskId":null}'),
	(4, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 4, 'step.started', 1794943376573, 'engine', NULL, '{"step":1,"attempt":1,"kind":"answer","seenSeq":3,"agentVersion":1,"reservation":{"tokens":33}}'),
	(5, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 1, 'thread.opened', 1794943376586, 'person:owner', 'cmd_0mwl2xxa4cod8r3a72gb8', '{"rootId":"thr_0mwl2xxa42ulmtd4cn9v9","parent":null,"depth":0,"path":["agt_boss"],"agent":{"agentId":"agt_boss","version":1,"name":"boss","description":"Does what a boss does","badge":{"color":"#888888","icon":"bot"},"model":{"provider":"scripted","id":"scripted"},"sampling":{},"tools":["askUser","readAll"],"maxSteps":null,"subAgents":[{"agentId":"agt_worker","name":"worker","description":"Does what a worker does"}]},"limits":{"maxDepth":3,"maxChildrenAtOnce":8,"maxTasksPerTurn":64,"maxSteps":100,"maxWorkMs":1800000,"idleMs":120000,"maxTokens":null,"maxOutputChars":1000000},"title":"Read the long text.","turn":0}'),
	(6, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 2, 'message.received', 1794943376586, 'person:owner', 'cmd_0mwl2xxa4cod8r3a72gb8', '{"messageId":"msg_0mwl2xxa4dequjtq98ehk","from":"system","text":"You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does","taskId":null}'),
	(7, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 3, 'message.received', 1794943376586, 'person:owner', 'cmd_0mwl2xxa4cod8r3a72gb8', '{"messageId":"msg_0mwl2xxa4kf6ueck7236t","from":"person","text":"Read the long text.","taskId":null}'),
	(8, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 5, 'step.ended', 1794943376595, 'engine', NULL, '{"step":1,"attempt":1,"parts":[{"type":"call","callId":"call_0mwl2xxaf8c5j2n3rm0iu"}],"usage":{"inputTokens":40,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0},"finishReason":"calls"}'),
	(9, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 6, 'call.requested', 1794943376595, 'engine', NULL, '{"callId":"call_0mwl2xxaf8c5j2n3rm0iu","step":1,"name":"newTask","args":{"task":"Count to three.","subAgentId":"agt_worker"},"effect":"idempotent","taskId":"task_0mwl2xxaf8c5j2n3rm0iu","subAgentThreadId":"thr_0mwl2xxaf8c5j2n3rm0iu"}'),
	(10, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 7, 'task.opened', 1794943376595, 'engine', NULL, '{"callId":"call_0mwl2xxaf8c5j2n3rm0iu","step":1,"taskId":"task_0mwl2xxaf8c5j2n3rm0iu","childThreadId":"thr_0mwl2xxaf8c5j2n3rm0iu","agentId":"agt_worker","instruction":"Count to three.","title":"Count to three.","attempt":1,"retryOf":null,"turn":1}'),
	(11, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xxaf8c5j2n3rm0iu', 1, 'thread.opened', 1794943376595, 'engine', NULL, '{"rootId":"thr_0mwl2xx97gf9qpi4hp6bs","parent":{"threadId":"thr_0mwl2xx97gf9qpi4hp6bs","callId":"call_0mwl2xxaf8c5j2n3rm0iu","step":1,"taskId":"task_0mwl2xxaf8c5j2n3rm0iu"},"depth":1,"path":["agt_boss","agt_worker"],"agent":{"agentId":"agt_worker","version":1,"name":"worker","description":"Does what a worker does","badge":{"color":"#888888","icon":"bot"},"model":{"provider":"scripted","id":"scripted"},"sampling":{},"tools":["askUser"],"maxSteps":null,"subAgents":[]},"limits":{"maxDepth":3,"maxChildrenAtOnce":8,"maxTasksPerTurn":64,"maxSteps":100,"maxWorkMs":1800000,"idleMs":120000,"maxTokens":null,"maxOutputChars":1000000},"title":"Count to three.","turn":1}'),
	(12, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xxaf8c5j2n3rm0iu', 2, 'message.received', 1794943376595, 'engine', NULL, '{"messageId":"msg_0mwl2xxawvjr0bgpe6p4g","from":"system","text":"You are worker.\n\nYou work on one task for another agent. You see only the instruction below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person.","taskId":null}'),
	(13, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xxaf8c5j2n3rm0iu', 3, 'message.received', 1794943376595, 'engine', NULL, '{"messageId":"msg_0mwl2xxaw7dettj7us7dj","from":"parent","text":"Count to three.","taskId":"task_0mwl2xxaf8c5j2n3rm0iu"}'),
	(14, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 4, 'step.started', 1794943376603, 'engine', NULL, '{"step":1,"attempt":1,"kind":"answer","seenSeq":3,"agentVersion":1,"reservation":{"tokens":32}}'),
	(15, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xxaf8c5j2n3rm0iu', 4, 'step.started', 1794943376616, 'engine', NULL, '{"step":1,"attempt":1,"kind":"answer","seenSeq":3,"agentVersion":1,"reservation":{"tokens":76}}'),
	(16, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 5, 'step.ended', 1794943376622, 'engine', NULL, '{"step":1,"attempt":1,"parts":[{"type":"call","callId":"call_0mwl2xxbavkk99idpfbec"}],"usage":{"inputTokens":39,"outputTokens":3,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0},"finishReason":"calls"}'),
	(17, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 6, 'call.requested', 1794943376622, 'engine', NULL, '{"callId":"call_0mwl2xxbavkk99idpfbec","step":1,"name":"readAll","args":{},"effect":"read","taskId":null,"subAgentThreadId":null}'),
	(18, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xxaf8c5j2n3rm0iu', 5, 'step.ended', 1794943376629, 'engine', NULL, '{"step":1,"attempt":1,"parts":[{"type":"call","callId":"call_0mwl2xxbh9ve6lk305bd9"}],"usage":{"inputTokens":83,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0},"finishReason":"calls"}'),
	(19, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xxaf8c5j2n3rm0iu', 6, 'call.requested', 1794943376629, 'engine', NULL, '{"callId":"call_0mwl2xxbh9ve6lk305bd9","step":1,"name":"taskResult","args":{"result":"one, two, three","status":"success"},"effect":"idempotent","taskId":null,"subAgentThreadId":null}'),
	(20, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xxaf8c5j2n3rm0iu', 7, 'call.ended', 1794943376629, 'engine', NULL, '{"callId":"call_0mwl2xxbh9ve6lk305bd9","step":1,"status":"done","output":{"value":"The task has ended with this result.","bytes":36,"blob":null},"error":null}'),
	(21, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xxaf8c5j2n3rm0iu', 8, 'thread.ended', 1794943376629, 'engine', NULL, '{"status":"completed","result":"one, two, three","reason":null}'),
	(22, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 8, 'task.ended', 1794943376629, 'engine', NULL, '{"callId":"call_0mwl2xxaf8c5j2n3rm0iu","step":1,"taskId":"task_0mwl2xxaf8c5j2n3rm0iu","status":"success","result":"one, two, three","reason":null,"usage":{"inputTokens":83,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0}}'),
	(23, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 9, 'call.ended', 1794943376629, 'engine', NULL, '{"callId":"call_0mwl2xxaf8c5j2n3rm0iu","step":1,"status":"done","output":{"value":{"taskId":"task_0mwl2xxaf8c5j2n3rm0iu","status":"success","result":"one, two, three"},"bytes":15,"blob":null},"error":null}'),
	(24, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 7, 'call.started', 1794943376638, 'engine', NULL, '{"callId":"call_0mwl2xxbavkk99idpfbec","step":1,"attempt":1}'),
	(25, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 10, 'step.started', 1794943376638, 'engine', NULL, '{"step":2,"attempt":1,"kind":"answer","seenSeq":9,"agentVersion":1,"reservation":{"tokens":67}}'),
	(26, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 8, 'call.ended', 1794943376648, 'engine', NULL, '{"callId":"call_0mwl2xxbavkk99idpfbec","step":1,"status":"done","output":{"value":"Line 0 of a long text.\nLine 1 of a long text.\nLine 2 of a long text.\nLine 3 of a long text.\nLine 4 of a long text.\nLine 5 of a long text.\nLine 6 of a long text.\nLine 7 of a long text.\nLine 8 of a long text.\nLine 9 of a long text.\nLine 10 of a long text.\nLine 11 of a long text.\nLine 12 of a long text.\nLine 13 of a long text.\nLine 14 of a long text.\nLine 15 of a long text.\nLine 16 of a long text.\nLine 17 of a long text.\nLine 18 of a long text.\nLine 19 of a long text.\nLine 20 of a long text.\nLine 21 of a long text.\nLine 22 of a long text.\nLine 23 of a long text.\nLine 24 of a long text.\nLine 25 of a long text.\nLine 26 of a long text.\nLine 27 of a long text.\nLine 28 of a long text.\nLine 29 of a long text.\nLine 30 of a long text.\nLine 31 of a long text.\nLine 32 of a long text.\nLine 33 of a long text.\nLine 34 of a long text.\nLine 35 of a long text.\nLine 36 of a long text.\nLine 37 of a long text.\nLine 38 of a long text.\nLine 39 of a long text.\nLine 40 of a long text.\nLine 41 of a long text.\nLine 42 of a long text.\nLine 43 of a long text.\nLine 44 of a long text.\nLine 45 of a long text.\nLine 46 of a long text.\nLine 47 of a long text.\nLine 48 of a long text.\nLine 49 of a long text.\nLine 50 of a long text.\nLine 51 of a long text.\nLine 52 of a long text.\nLine 53 of a long text.\nLine 54 of a long text.\nLine 55 of a long text.\nLine 56 of a long text.\nLine 57 of a long text.\nLine 58 of a long text.\nLine 59 of a long text.\nLine 60 of a long text.\nLine 61 of a long text.\nLine 62 of a long text.\nLine 63 of a long text.\nLine 64 of a long text.\nLine 65 of a long text.\nLine 66 of a long text.\nLine 67 of a long text.\nLine 68 of a long text.\nLine 69 of a long text.\nLine 70 of a long text.\nLine 71 of a long text.\nLine 72 of a long text.\nLine 73 of a long text.\nLine 74 of a long text.\nLine 75 of a long text.\nLine 76 of a long text.\nLine 77 of a long text.\nLine 78 of a long text.\nLine 79 of a long text.\nLine 80 of a long text.\nLine 81 of a long text.\nLine 82 of a long text.\nLine 83 of a long text.\nLine 84 of a long text.\nLine 85 of a long text.\nLine 86 of a long text.\nLine 87 of a long text.\nLine 88 of a long text.\nLine 89 of a long text.\nLine 90 of a long text.\nLine 91 of a long text.\nLine 92 of a long text.\nLine 93 of a long text.\nLine 94 of a long text.\nLine 95 of a long text.\nLine 96 of a long text.\nLine 97 of a long text.\nLine 98 of a long text.\nLine 99 of a long text.\nLine 100 of a long text.\nLine 101 of a long text.\nLine 102 of a long text.\nLine 103 of a long text.\nLine 104 of a long text.\nLine 105 of a long text.\nLine 106 of a long text.\nLine 107 of a long text.\nLine 108 of a long text.\nLine 109 of a long text.\nLine 110 of a long text.\nLine 111 of a long text.\nLine 112 of a long text.\nLine 113 of a long text.\nLine 114 of a long text.\nLine 115 of a long text.\nLine 116 of a long text.\nLine 117 of a long text.\nLine 118 of a long text.\nLine 119 of a long text.\nLine 120 of a long text.\nLine 121 of a long text.\nLine 122 of a long text.\nLine 123 of a long text.\nLine 124 of a long text.\nLine 125 of a long text.\nLine 126 of a long text.\nLine 127 of a long text.\nLine 128 of a long text.\nLine 129 of a long text.\nLine 130 of a long text.\nLine 131 of a long text.\nLine 132 of a long text.\nLine 133 of a long text.\nLine 134 of a long text.\nLine 135 of a long text.\nLine 136 of a long text.\nLine 137 of a long text.\nLine 138 of a long text.\nLine 139 of a long text.\nLine 140 of a long text.\nLine 141 of a long text.\nLine 142 of a long text.\nLine 143 of a long text.\nLine 144 of a long text.\nLine 145 of a long text.\nLine 146 of a long text.\nLine 147 of a long text.\nLine 148 of a long text.\nLine 149 of a long text.\nLine 150 of a long text.\nLine 151 of a long text.\nLine 152 of a long text.\nLine 153 of a long text.\nLine 154 of a long text.\nLine 155 of a long text.\nLine 156 of a long text.\nLine 157 of a long text.\nLine 158 of a long text.\nLine 159 of a long text.\nLine 160 of a long text.\nLine 161 of a long text.\nLine 162 of a long text.\nLine 163 of a long text.\nLine 164 of a long text.\nLine 165 of a long text.\nLine 166 of a long text.\nLine 167 of a long text.\nLine 168 of a long text.\nLine 169 of a long text.\nLine 170 of a long text.\nLine 171 of a long text.\nLine 172 of a long text.\nLine 173 of a long text.\nLine 174 of a long text.\nLine 175 of a long text.\nLine 176 of a long text.\nLine 177 of a long text.\nLine 178 of a long text.\nLine 179 of a long text.\nLine 180 of a long text.\nLine 181 of a long text.\nLine 182 of a long text.\nLine 183 of a long text.\nLine 184 of a long text.\nLine 185 of a long text.\nLine 186 of a long text.\nLine 187 of a long text.\nLine 188 of a long text.\nLine 189 of a long text.\nLine 190 of a long text.\nLine 191 of a long text.\nLine 192 of a long text.\nLine 193 of a long text.\nLine 194 of a long text.\nLine 195 of a long text.\nLine 196 of a long text.\nLine 197 of a long text.\nLine 198 of a long text.\nLine 199 of a long text.\nLine 200 of a long text.\nLine 201 of a long text.\nLine 202 of a long text.\nLine 203 of a long text.\nLine 204 of a long text.\nLine 205 of a long text.\nLine 206 of a long text.\nLine 207 of a long text.\nLine 208 of a long text.\nLine 209 of a long text.\nLine 210 of a long text.\nLine 211 of a long text.\nLine 212 of a long text.\nLine 213 of a long text.\nLine 214 of a long text.\nLine 215 of a long text.\nLine 216 of a long text.\nLine 217 of a long text.\nLine 218 of a long text.\nLine 219 of a long text.\nLine 220 of a long text.\nLine 221 of a long text.\nLine 222 of a long text.\nLine 223 of a long text.\nLine 224 of a long text.\nLine 225 of a long text.\nLine 226 of a long text.\nLine 227 of a long text.\nLine 228 of a long text.\nLine 229 of a long text.\nLine 230 of a long text.\nLine 231 of a long text.\nLine 232 of a long text.\nLine 233 of a long text.\nLine 234 of a long text.\nLine 235 of a long text.\nLine 236 of a long text.\nLine 237 of a long text.\nLine 238 of a long text.\nLine 239 of a long text.\nLine 240 of a long text.\nLine 241 of a long text.\nLine 242 of a long text.\nLine 243 of a long text.\nLine 244 of a long text.\nLine 245 of a long text.\nLine 246 of a long text.\nLine 247 of a long text.\nLine 248 of a long text.\nLine 249 of a long text.\nLine 250 of a long text.\nLine 251 of a long text.\nLine 252 of a long text.\nLine 253 of a long text.\nLine 254 of a long text.\nLine 255 of a long text.\nLine 256 of a long text.\nLine 257 of a long text.\nLine 258 of a long text.\nLine 259 of a long text.\nLine 260 of a long text.\nLine 261 of a long text.\nLine 262 of a long text.\nLine 263 of a long text.\nLine 264 of a long text.\nLine 265 of a long text.\nLine 266 of a long text.\nLine 267 of a long text.\nLine 268 of a long text.\nLine 269 of a long text.\nLine 270 of a long text.\nLine 271 of a long text.\nLine 272 of a long text.\nLine 273 of a long text.\nLine 274 of a long text.\nLine 275 of a long text.\nLine 276 of a long text.\nLine 277 of a long text.\nLine 278 of a long text.\nLine 279 of a long text.\nLine 280 of a long text.\nLine 281 of a long text.\nLine 282 of a long text.\nLine 283 of a long text.\nLine 284 of a long text.\nLine 285 of a long text.\nLine 286 of a long text.\nLine 287 of a long text.\nLine 288 of a long text.\nLine 289 of a long text.\nLine 290 of a long text.\nLine 291 of a long text.\nLine 292 of a long text.\nLine 293 of a long text.\nLine 294 of a long text.\nLine 295 of a long text.\nLine 296 of a long text.\nLine 297 of a long text.\nLine 298 of a long text.\nLine 299 of a long text.\nLine 300 of a long text.\nLine 301 of a long text.\nLine 302 of a long text.\nLine 303 of a long text.\nLine 304 of a long text.\nLine 305 of a long text.\nLine 306 of a long text.\nLine 307 of a long text.\nLine 308 of a long text.\nLine 309 of a long text.\nLine 310 of a long text.\nLine 311 of a long text.\nLine 312 of a long text.\nLine 313 of a long text.\nLine 314 of a long text.\nLine 315 of a long text.\nLine 316 of a long text.\nLine 317 of a long text.\nLine 318 of a long text.\nLine 319 of a long text.\nLine 320 of a long text.\nLine 321 of a long text.\nLine 322 of a long text.\nLine 323 of a long text.\nLine 324 of a long text.\nLine 325 of a long text.\nLine 326 of a long text.\nLine 327 of a long text.\nLine 328 of a long text.\nLine 329 of a long text.\nLine 330 of a long text.\nLine 331 of a long text.\nLine 332 of a long text.\nLine 333 of a long text.\nLine 334 of a long text.\nLine 335 of a long text.\nLine 336 of a long text.\nLine 337 of a long text.\nLine 338 of a long text.\nLine 339 of a long text.\nLine 340 of a long text.\nLine 341 of a long text.\nLine 342 of a long text.\nLine 343 of a long text.\nLine 344 of a long text.\nLine 345 of a long text.\nLine 346 of a long text.\nLine 347 of a long text.\nLine 348 of a long text.\nLine 349 of a long text.\nLine 350 of a long text.\nLine 351 of a long text.\nLine 352 of a long text.\nLine 353 of a long text.\nLine 354 of a long text.\nLine 355 of a long text.\nLine 356 of a long text.\nLine 357 of a long text.\nLine 358 of a long text.\nLine 359 of a long text.\nLine 360 of a long text.\nLine 361 of a long text.\nLine 362 of a long text.\nLine 363 of a long text.\nLine 364 of a long text.\nLine 365 of a long text.\nLine 366 of a long text.\nLine 367 of a long text.\nLine 368 of a long text.\nLine 369 of a long text.\nLine 370 of a long text.\nLine 371 of a long text.\nLine 372 of a long text.\nLine 373 of a long text.\nLine 374 of a long text.\nLine 375 of a long text.\nLine 376 of a long text.\nLine 377 of a long text.\nLine 378 of a long text.\nLine 379 of a long text.\nLine 380 of a long text.\nLine 381 of a long text.\nLine 382 of a long text.\nLine 383 of a long text.\nLine 384 of a long text.\nLine 385 of a long text.\nLine 386 of a long text.\nLine 387 of a long text.\nLine 388 of a long text.\nLine 389 of a long text.\nLine 390 of a long text.\nLine 391 of a long text.\nLine 392 of a long text.\nLine 393 of a long text.\nLine 394 of a long text.\nLine 395 of a long text.\nLine 396 of a long text.\nLine 397 of a long text.\nLine 398 of a long text.\nLine 399 of a long text.\nLine 400 of a long text.\nLine 401 of a long text.\nLine 402 of a long text.\nLine 403 of a long text.\nLine 404 of a long text.\nLine 405 of a long text.\nLine 406 of a long text.\nLine 407 of a long text.\nLine 408 of a long text.\nLine 409 of a long text.\nLine 410 of a long text.\nLine 411 of a long text.\nLine 412 of a long text.\nLine 413 of a long text.\nLine 414 of a long text.\nLine 415 of a long text.\nLine 416 of a long text.\nLine 417 of a long text.\nLine 418 of a long text.\nLine 419 of a long text.\nLine 420 of a long text.\nLine 421 of a long text.\nLine 422 of a long text.\nLine 423 of a long text.\nLine 424 of a long text.\nLine 425 of a long text.\nLine 426 of a long text.\nLine 427 of a long text.\nLine 428 of a long text.\nLine 429 of a long text.\nLine 430 of a long text.\nLine 431 of a long text.\nLine 432 of a long text.\nLine 433 of a long text.\nLine 434 of a long text.\nLine 435 of a long text.\nLine 436 of a long text.\nLine 437 of a long text.\nLine 438 of a long text.\nLine 439 of a long text.\nLine 440 of a long text.\nLine 441 of a long text.\nLine 442 of a long text.\nLine 443 of a long text.\nLine 444 of a long text.\nLine 445 of a long text.\nLine 446 of a long text.\nLine 447 of a long text.\nLine 448 of a long text.\nLine 449 of a long text.\nLine 450 of a long text.\nLine 451 of a long text.\nLine 452 of a long text.\nLine 453 of a long text.\nLine 454 of a long text.\nLine 455 of a long text.\nLine 456 of a long text.\nLine 457 of a long text.\nLine 458 of a long text.\nLine 459 of a long text.\nLine 460 of a long text.\nLine 461 of a long text.\nLine 462 of a long text.\nLine 463 of a long text.\nLine 464 of a long text.\nLine 465 of a long text.\nLine 466 of a long text.\nLine 467 of a long text.\nLine 468 of a long text.\nLine 469 of a long text.\nLine 470 of a long text.\nLine 471 of a long text.\nLine 472 of a long text.\nLine 473 of a long text.\nLine 474 of a long text.\nLine 475 of a long text.\nLine 476 of a long text.\nLine 477 of a long text.\nLine 478 of a long text.\nLine 479 of a long text.\nLine 480 of a long text.\nLine 481 of a long text.\nLine 482 of a long text.\nLine 483 of a long text.\nLine 484 of a long text.\nLine 485 of a long text.\nLine 486 of a long text.\nLine 487 of a long text.\nLine 488 of a long text.\nLine 489 of a long text.\nLine 490 of a long text.\nLine 491 of a long text.\nLine 492 of a long text.\nLine 493 of a long text.\nLine 494 of a long text.\nLine 495 of a long text.\nLine 496 of a long text.\nLine 497 of a long text.\nLine 498 of a long text.\nLine 499 of a long text.\nLine 500 of a long text.\nLine 501 of a long text.\nLine 502 of a long text.\nLine 503 of a long text.\nLine 504 of a long text.\nLine 505 of a long text.\nLine 506 of a long text.\nLine 507 of a long text.\nLine 508 of a long text.\nLine 509 of a long text.\nLine 510 of a long text.\nLine 511 of a long text.\nLine 512 of a long text.\nLine 513 of a long text.\nLine 514 of a long text.\nLine 515 of a long text.\nLine 516 of a long text.\nLine 517 of a long text.\nLine 518 of a long text.\nLine 519 of a long text.\nLine 520 of a long text.\nLine 521 of a long text.\nLine 522 of a long text.\nLine 523 of a long text.\nLine 524 of a long text.\nLine 525 of a long text.\nLine 526 of a long text.\nLine 527 of a long text.\nLine 528 of a long text.\nLine 529 of a long text.\nLine 530 of a long text.\nLine 531 of a long text.\nLine 532 of a long text.\nLine 533 of a long text.\nLine 534 of a long text.\nLine 535 of a long text.\nLine 536 of a long text.\nLine 537 of a long text.\nLine 538 of a long text.\nLine 539 of a long text.\nLine 540 of a long text.\nLine 541 of a long text.\nLine 542 of a long text.\nLine 543 of a long text.\nLine 544 of a long text.\nLine 545 of a long text.\nLine 546 of a long text.\nLine 547 of a long text.\nLine 548 of a long text.\nLine 549 of a long text.\nLine 550 of a long text.\nLine 551 of a long text.\nLine 552 of a long text.\nLine 553 of a long text.\nLine 554 of a long text.\nLine 555 of a long text.\nLine 556 of a long text.\nLine 557 of a long text.\nLine 558 of a long text.\nLine 559 of a long text.\nLine 560 of a long text.\nLine 561 of a long text.\nLine 562 of a long text.\nLine 563 of a long text.\nLine 564 of a long text.\nLine 565 of a long text.\nLine 566 of a long text.\nLine 567 of a long text.\nLine 568 of a long text.\nLine 569 of a long text.\nLine 570 of a long text.\nLine 571 of a long text.\nLine 572 of a long text.\nLine 573 of a long text.\nLine 574 of a long text.\nLine 575 of a long text.\nLine 576 of a long text.\nLine 577 of a long text.\nLine 578 of a long text.\nLine 579 of a long text.\nLine 580 of a long text.\nLine 581 of a long text.\nLine 582 of a long text.\nLine 583 of a long text.\nLine 584 of a long text.\nLine 585 of a long text.\nLine 586 of a long text.\nLine 587 of a long text.\nLine 588 of a long text.\nLine 589 of a long text.\nLine 590 of a long text.\nLine 591 of a long text.\nLine 592 of a long text.\nLine 593 of a long text.\nLine 594 of a long text.\nLine 595 of a long text.\nLine 596 of a long text.\nLine 597 of a long text.\nLine 598 of a long text.\nLine 599 of a long text.\nLine 600 of a long text.\nLine 601 of a long text.\nLine 602 of a long text.\nLine 603 of a long text.\nLine 604 of a long text.\nLine 605 of a long text.\nLine 606 of a long text.\nLine 607 of a long text.\nLine 608 of a long text.\nLine 609 of a long text.\nLine 610 of a long text.\nLine 611 of a long text.\nLine 612 of a long text.\nLine 613 of a long text.\nLine 614 of a long text.\nLine 615 of a long text.\nLine 616 of a long text.\nLine 617 of a long text.\nLine 618 of a long text.\nLine 619 of a long text.\nLine 620 of a long text.\nLine 621 of a long text.\nLine 622 of a long text.\nLine 623 of a long text.\nLine 624 of a long text.\nLine 625 of a long text.\nLine 626 of a long text.\nLine 627 of a long text.\nLine 628 of a long text.\nLine 629 of a long text.\nLine 630 of a long text.\nLine 631 of a long text.\nLine 632 of a long text.\nLine 633 of a long text.\nLine 634 of a long text.\nLine 635 of a long text.\nLine 636 of a long text.\nLine 637 of a long text.\nLine 638 of a long text.\nLine 639 of a long text.\nLine 640 of a long text.\nLine 641 of a long text.\nLine 642 of a long text.\nLine 643 of a long text.\nLine 644 of a long text.\nLine 645 of a long text.\nLine 646 of a long text.\nLine 647 of a long text.\nLine 648 of a long text.\nLine 649 of a long text.\nLine 650 of a long text.\nLine 651 of a long text.\nLine 652 of a long text.\nLine 653 of a long text.\nLine 654 of a long text.\nLine 655 of a long text.\nLine 656 of a long text.\nLine 657 of a long text.\nLine 658 of a long text.\nLine 659 of a long text.\nLine 660 of a long text.\nLine 661 of a long text.\nLine 662 of a long text.\nLine 663 of a long text.\nLine 664 of a long text.\nLine 665 of a long text.\nLine 666 of a long text.\nLine 667 of a long text.\nLine 668 of a long text.\nLine 669 of a long text.\nLine 670 of a long text.\nLine 671 of a long text.\nLine 672 of a long text.\nLine 673 of a long text.\nLine 674 of a long text.\nLine 675 of a long text.\nLine 676 of a long text.\nLine 677 of a long text.\nLine 678 of a long text.\nLine 679 of a long text.\nLine 680 of a long text.\nLine 681 of a long text.\nLine 682 of a long text.\nLine 683 of a long text.\nLine 684 of a long text.\nLine 685 of a long text.\nLine 686 of a long text.\nLine 687 of a long text.\nLine 688 of a long text.\nLine 689 of a long text.\nLine 690 of a long text.\nLine 691 of a long text.\nLine 692 of a long text.\nLine 693 of a long text.\nLine 694 of a long text.\nLine 695 of a long text.\nLine 696 of a long text.\nLine 697 of a long text.\nLine 698 of a long text.\nLine 699 of a long text.\nLine 700 of a long text.\nLine 701 of a long text.\nLine 702 of a long text.\nLine 703 of a long text.\nLine 704 of a long text.\nLine 705 of a long text.\nLine 706 of a long text.\nLine 707 of a long text.\nLine 708 of a long text.\nLine 709 of a long text.\nLine 710 of a long text.\nLine 711 of a long text.\nLine 712 of a long text.\nLine 713 of a long text.\nLine 714 of a long text.\nLine 715 of a long text.\nLine 716 of a long text.\nLine 717 of a long text.\nLine 718 of a long text.\nLine 719 of a long text.\nLine 720 of a long text.\nLine 721 of a long text.\nLine 722 of a long text.\nLine 723 of a long text.\nLine 724 of a long text.\nLine 725 of a long text.\nLine 726 of a long text.\nLine 727 of a long text.\nLine 728 of a long text.\nLine 729 of a long text.\nLine 730 of a long text.\nLine 731 of a long text.\nLine 732 of a long text.\nLine 733 of a long text.\nLine 734 of a long text.\nLine 735 of a long text.\nLine 736 of a long text.\nLine 737 of a long text.\nLine 738 of a long text.\nLine 739 of a long text.\nLine 740 of a long text.\nLine 741 of a long text.\nLine 742 of a long text.\nLine 743 of a long text.\nLine 744 of a long text.\nLine 745 of a long text.\nLine 746 of a long text.\nLine 747 of a long text.\nLine 748 of a long text.\nLine 749 of a long text.\nLine 750 of a long text.\nLine 751 of a long text.\nLine 752 of a long text.\nLine 753 of a long text.\nLine 754 of a long text.\nLine 755 of a long text.\nLine 756 of a long text.\nLine 757 of a long text.\nLine 758 of a long text.\nLine 759 of a long text.\nLine 760 of a long text.\nLine 761 of a long text.\nLine 762 of a long text.\nLine 763 of a long text.\nLine 764 of a long text.\nLine 765 of a long text.\nLine 766 of a long text.\nLine 767 of a long text.\nLine 768 of a long text.\nLine 769 of a long text.\nLine 770 of a long text.\nLine 771 of a long text.\nLine 772 of a long text.\nLine 773 of a long text.\nLine 774 of a long text.\nLine 775 of a long text.\nLine 776 of a long text.\nLine 777 of a long text.\nLine 778 of a long text.\nLine 779 of a long text.\nLine 780 of a long text.\nLine 781 of a long text.\nLine 782 of a long text.\nLine 783 of a long text.\nLine 784 of a long text.\nLine 785 of a long text.\nLine 786 of a long text.\nLine 787 of a long text.\nLine 788 of a long text.\nLine 789 of a long text.\nLine 790 of a long text.\nLine 791 of a long text.\nLine 792 of a long text.\nLine 793 of a long text.\nLine 794 of a long text.\nLine 795 of a long text.\nLine 796 of a long text.\nLine 797 of a long text.\nLine 798 of a long text.\nLine 799 of a long text.\nLine 800 of a long text.\nLine 801 of a long text.\nLine 802 of a long text.\nLine 803 of a long text.\nLine 804 of a long text.\nLine 805 of a long text.\nLine 806 of a long text.\nLine 807 of a long text.\nLine 808 of a long text.\nLine 809 of a long text.\nLine 810 of a long text.\nLine 811 of a long text.\nLine 812 of a long text.\nLine 813 of a long text.\nLine 814 of a long text.\nLine 815 of a long text.\nLine 816 of a long text.\nLine 817 of a long text.\nLine 818 of a long text.\nLine 819 of a long text.\nLine 820 of a long text.\nLine 821 of a long text.\nLine 822 of a long text.\nLine 823 of a long text.\nLine 824 of a long text.\nLine 825 of a long text.\nLine 826 of a long text.\nLine 827 of a long text.\nLine 828 of a long text.\nLine 829 of a long text.\nLine 830 of a long text.\nLine 831 of a long text.\nLine 832 of a long text.\nLine 833 of a long text.\nLine 834 of a long text.\nLine 835 of a long text.\nLine 836 of a long text.\nLine 837 of a long text.\nLine 838 of a long text.\nLine 839 of a long text.\nLine 840 of a long text.\nLine 841 of a long text.\nLine 842 of a long text.\nLine 843 of a long text.\nLine 844 of a long text.\nLine 845 of a long text.\nLine 846 of a long text.\nLine 847 of a long text.\nLine 848 of a long text.\nLine 849 of a long text.\nLine 850 of a long text.\nLine 851 of a long text.\nLine 852 of a long text.\nLine 853 of a long text.\nLine 854 of a long text.\nLine 855 of a long text.\nLine 856 of a long text.\nLine 857 of a long text.\nLine 858 of a long text.\nLine 859 of a long text.\nLine 860 of a long text.\nLine 861 of a long text.\nLine 862 of a long text.\nLine 863 of a long text.\nLine 864 of a long text.\nLine 865 of a long text.\nLine 866 of a long text.\nLine 867 of a long text.\nLine 868 of a long text.\nLine 869 of a long text.\nLine 870 of a long text.\nLine 871 of a long text.\nLine 872 of a long text.\nLine 873 of a long text.\nLine 874 of a long text.\nLine 875 of a long text.\nLine 876 of a long text.\nLine 877 of a long text.\nLine 878 of a long text.\nLine 879 of a long text.\nLine 880 of a long text.\nLine 881 of a long text.\nLine 882 of a long text.\nLine 883 of a long text.\nLine 884 of a long text.\nLine 885 of a long text.\nLine 886 of a long text.\nLine 887 of a long text.\nLine 888 of a long text.\nLine 889 of a long text.\nLine 890 of a long text.\nLine 891 of a long text.\nLine 892 of a long text.\nLine 893 of a long text.\nLine 894 of a long text.\nLine 895 of a long text.\nLine 896 of a long text.\nLine 897 of a long text.\nLine 898 of a long text.\nLine 899 of a long text.\nLine 900 of a long text.\nLine 901 of a long text.\nLine 902 of a long text.\nLine 903 of a long text.\nLine 904 of a long text.\nLine 905 of a long text.\nLine 906 of a long text.\nLine 907 of a long text.\nLine 908 of a long text.\nLine 909 of a long text.\nLine 910 of a long text.\nLine 911 of a long text.\nLine 912 of a long text.\nLine 913 of a long text.\nLine 914 of a long text.\nLine 915 of a long text.\nLine 916 of a long text.\nLine 917 of a long text.\nLine 918 of a long text.\nLine 919 of a long text.\nLine 920 of a long text.\nLine 921 of a long text.\nLine 922 of a long text.\nLine 923 of a long text.\nLine 924 of a long text.\nLine 925 of a long text.\nLine 926 of a long text.\nLine 927 of a long text.\nLine 928 of a long text.\nLine 929 of a long text.\nLine 930 of a long text.\nLine 931 of a long text.\nLine 932 of a long text.\nLine 933 of a long text.\nLine 934 of a long text.\nLine 935 of a long text.\nLine 936 of a long text.\nLine 937 of a long text.\nLine 938 of a long text.\nLine 939 of a long text.\nLine 940 of a long text.\nLine 941 of a long text.\nLine 942 of a long text.\nLine 943 of a long text.\nLine 944 of a long text.\nLine 945 of a long text.\nLine 946 of a long text.\nLine 947 of a long text.\nLine 948 of a long text.\nLine 949 of a long text.\nLine 950 of a long text.\nLine 951 of a long text.\nLine 952 of a long text.\nLine 953 of a long text.\nLine 954 of a long text.\nLine 955 of a long text.\nLine 956 of a long text.\nLine 957 of a long text.\nLine 958 of a long text.\nLine 959 of a long text.\nLine 960 of a long text.\nLine 961 of a long text.\nLine 962 of a long text.\nLine 963 of a long text.\nLine 964 of a long text.\nLine 965 of a long text.\nLine 966 of a long text.\nLine 967 of a long text.\nLine 968 of a long text.\nLine 969 of a long text.\nLine 970 of a long text.\nLine 971 of a long text.\nLine 972 of a long text.\nLine 973 of a long text.\nLine 974 of a long text.\nLine 975 of a long text.\nLine 976 of a long text.\nLine 977 of a long text.\nLine 978 of a long text.\nLine 979 of a long text.\nLine 980 of a long text.\nLine 981 of a long text.\nLine 982 of a long text.\nLine 983 of a long text.\nLine 984 of a long text.\nLine 985 of a long text.\nLine 986 of a long text.\nLine 987 of a long text.\nLine 988 of a long text.\nLine 989 of a long text.\nLine 990 of a long text.\nLine 991 of a long text.\nLine 992 of a long text.\nLine 993 of a long text.\nLine 994 of a long text.\nLine 995 of a long text.\nLine 996 of a long text.\nLine 997 of a long text.\nLine 998 of a long text.\nLine 999 of a long text.\nLine 1000 of a long text.\nLine 1001 of a long text.\nLine 1002 of a long text.\nLine 1003 of a long text.\nLine 1004 of a long text.\nLine 1005 of a long text.\nLine 1006 of a long text.\nLine 1007 of a long text.\nLine 1008 of a long text.\nLine 1009 of a long text.\nLine 1010 of a long text.\nLine 1011 of a long text.\nLine 1012 of a long text.\nLine 1013 of a long text.\nLine 1014 of a long text.\nLine 1015 of a long text.\nLine 1016 of a long text.\nLine 1017 of a long text.\nLine 1018 of a long text.\nLine 1019 of a long text.\nLine 1020 of a long text.\nLine 1021 of a long text.\nLine 1022 of a long text.\nLine 1023 of a long text.\nLine 1024 of a long text.\nLine 1025 of a long text.\nLine 1026 of a long text.\nLine 1027 of a long text.\nLine 1028 of a long text.\nLine 1029 of a long text.\nLine 1030 of a long text.\nLine 1031 of a long text.\nLine 1032 of a long text.\nLine 1033 of a long text.\nLine 1034 of a long text.\nLine 1035 of a long text.\nLine 1036 of a long text.\nLine 1037 of a long text.\nLine 1038 of a long text.\nLine 1039 of a long text.\nLine 1040 of a long text.\nLine 1041 of a long text.\nLine 1042 of a long text.\nLine 1043 of a long text.\nLine 1044 of a long text.\nLine 1045 of a long text.\nLine 1046 of a long text.\nLine 1047 of a long text.\nLine 1048 of a long text.\nLine 1049 of a long text.\nLine 1050 of a long text.\nLine 1051 of a long text.\nLine 1052 of a long text.\nLine 1053 of a long text.\nLine 1054 of a long text.\nLine 1055 of a long text.\nLine 1056 of a long text.\nLine 1057 of a long text.\nLine 1058 of a long text.\nLine 1059 of a long text.\nLine 1060 of a long text.\nLine 1061 of a long text.\nLine 1062 of a long text.\nLine 1063 of a long text.\nLine 1064 of a long text.\nLine 1065 of a long text.\nLine 1066 of a long text.\nLine 1067 of a long text.\nLine 1068 of a long text.\nLine 1069 of a long text.\nLine 1070 of a long text.\nLine 1071 of a long text.\nLine 1072 of a long text.\nLine 1073 of a long text.\nLine 1074 of a long text.\nLine 1075 of a long text.\nLine 1076 of a long text.\nLine 1077 of a long text.\nLine 1078 of a long text.\nLine 1079 of a long text.\nLine 1080 of a long text.\nLine 1081 of a long text.\nLine 1082 of a long text.\nLine 1083 of a long text.\nLine 1084 of a long text.\nLine 1085 of a long text.\nLine 1086 of a long text.\nLine 1087 of a long text.\nLine 1088 of a long text.\nLine 1089 of a long text.\nLine 1090 of a long text.\nLine 1091 of a long text.\nLine 1092 of a long text.\nLine 1093 of a long text.\nLine 1094 of a long text.\nLine 1095 of a long text.\nLine 1096 of a long text.\nLine 1097 of a long text.\nLine 1098 of a long text.\nLine 1099 of a long text.\nLine 1100 of a long text.\nLine 1101 of a long text.\nLine 1102 of a long text.\nLine 1103 of a long text.\nLine 1104 of a long text.\nLine 1105 of a long text.\nLine 1106 of a long text.\nLine 1107 of a long text.\nLine 1108 of a long text.\nLine 1109 of a long text.\nLine 1110 of a long text.\nLine 1111 of a long text.\nLine 1112 of a long text.\nLine 1113 of a long text.\nLine 1114 of a long text.\nLine 1115 of a long text.\nLine 1116 of a long text.\nLine 1117 of a long text.\nLine 1118 of a long text.\nLine 1119 of a long text.\nLine 1120 of a long text.\nLine 1121 of a long text.\nLine 1122 of a long text.\nLine 1123 of a long text.\nLine 1124 of a long text.\nLine 1125 of a long text.\nLine 1126 of a long text.\nLine 1127 of a long text.\nLine 1128 of a long text.\nLine 1129 of a long text.\nLine 1130 of a long text.\nLine 1131 of a long text.\nLine 1132 of a long text.\nLine 1133 of a long text.\nLine 1134 of a long text.\nLine 1135 of a long text.\nLine 1136 of a long text.\nLine 1137 of a long text.\nLine 1138 of a long text.\nLine 1139 of a long text.\nLine 1140 of a long text.\nLine 1141 of a long text.\nLine 1142 of a long text.\nLine 1143 of a long text.\nLine 1144 of a long text.\nLine 1145 of a long text.\nLine 1146 of a long text.\nLine 1147 of a long text.\nLine 1148 of a long text.\nLine 1149 of a long text.\nLine 1150 of a long text.\nLine 1151 of a long text.\nLine 1152 of a long text.\nLine 1153 of a long text.\nLine 1154 of a long text.\nLine 1155 of a long text.\nLine 1156 of a long text.\nLine 1157 of a long text.\nLine 1158 of a long text.\nLine 1159 of a long text.\nLine 1160 of a long text.\nLine 1161 of a long text.\nLine 1162 of a long text.\nLine 1163 of a long text.\nLine 1164 of a long text.\nLine 1165 of a long text.\nLine 1166 of a long text.\nLine 1167 of a long text.\nLine 1168 of a long text.\nLine 1169 of a long text.\nLine 1170 of a long text.\nLine 1171 of a long text.\nLine 1172 of a long text.\nLine 1173 of a long text.\nLine 1174 of a long text.\nLine 1175 of a long text.\nLine 1176 of a long text.\nLine 1177 of a long text.\nLine 1178 of a long text.\nLine 1179 of a long text.\nLine 1180 of a long text.\nLine 1181 of a long text.\nLine 1182 of a long text.\nLine 1183 of a long text.\nLine 1184 of a long text.\nLine 1185 of a long text.\nLine 1186 of a long text.\nLine 1187 of a long text.\nLine 1188 of a long text.\nLine 1189 of a long text.\nLine 1190 of a long text.\nLine 1191 of a long text.\nLine 1192 of a long text.\nLine 1193 of a long text.\nLine 1194 of a long text.\nLine 1195 of a long text.\nLine 1196 of a long text.\nLine 1197 of a long text.\nLine 1198 of a long text.\nLine 1199 of a long text.\nLine 1200 of a long text.\nLine 1201 of a long text.\nLine 1202 of a long text.\nLine 1203 of a long text.\nLine 1204 of a long text.\nLine 1205 of a long text.\nLine 1206 of a long text.\nLine 1207 of a long text.\nLine 1208 of a long text.\nLine 1209 of a long text.\nLine 1210 of a long text.\nLine 1211 of a long text.\nLine 1212 of a long text.\nLine 1213 of a long text.\nLine 1214 of a long text.\nLine 1215 of a long text.\nLine 1216 of a long text.\nLine 1217 of a long text.\nLine 1218 of a long text.\nLine 1219 of a long text.\nLine 1220 of a long text.\nLine 1221 of a long text.\nLine 1222 of a long text.\nLine 1223 of a long text.\nLine 1224 of a long text.\nLine 1225 of a long text.\nLine 1226 of a long text.\nLine 1227 of a long text.\nLine 1228 of a long text.\nLine 1229 of a long text.\nLine 1230 of a long text.\nLine 1231 of a long text.\nLine 1232 of a long text.\nLine 1233 of a long text.\nLine 1234 of a long text.\nLine 1235 of a long text.\nLine 1236 of a long text.\nLine 1237 of a long text.\nLine 1238 of a long text.\nLine 1239 of a long text.\nLine 1240 of a long text.\nLine 1241 of a long text.\nLine 1242 of a long text.\nLine 1243 of a long text.\nLine 1244 of a long text.\nLine 1245 of a long text.\nLine 1246 of a long text.\nLine 1247 of a long text.\nLine 1248 of a long text.\nLine 1249 of a long text.\nLine 1250 of a long text.\nLine 1251 of a long text.\nLine 1252 of a long text.\nLine 1253 of a long text.\nLine 1254 of a long text.\nLine 1255 of a long text.\nLine 1256 of a long text.\nLine 1257 of a long text.\nLine 1258 of a long text.\nLine 1259 of a long text.\nLine 1260 of a long text.\nLine 1261 of a long text.\nLine 1262 of a long text.\nLine 1263 of a long text.\nLine 1264 of a long text.\nLine 1265 of a long text.\nLine 1266 of a long text.\nLine 1267 of a long text.\nLine 1268 of a long text.\nLine 1269 of a long text.\nLine 1270 of a long text.\nLine 1271 of a long text.\nLine 1272 of a long text.\nLine 1273 of a long text.\nLine 1274 of a long text.\nLine 1275 of a long text.\nLine 1276 of a long text.\nLine 1277 of a long text.\nLine 1278 of a long text.\nLine 1279 of a long text.\nLine 1280 of a long text.\nLine 1281 of a long text.\nLine 1282 of a long text.\nLine 1283 of a long text.\nLine 1284 of a long text.\nLine 1285 of a long text.\nLine 1286 of a long text.\nLine 1287 of a long text.\nLine 1288 of a long text.\nLine 1289 of a long text.\nLine 1290 of a long text.\nLine 1291 of a long text.\nLine 1292 of a long text.\nLine 1293 of a long text.\nLine 1294 of a long text.\nLine 1295 of a long text.\nLine 1296 of a long text.\nLine 1297 of a long text.\nLine 1298 of a long text.\nLine 1299 of a long text.\nLine 1300 of a long text.\nLine 1301 of a long text.\nLine 1302 of a long text.\n\n[… cut here: the first 32768 of 37889 bytes are shown. Ask for a smaller part to see the rest.]","bytes":37889,"blob":"1f4af3400f4485680cfc22fd49b4189087456fc6046ab52e21a1e8bd3fa33f4b"},"error":null}'),
	(27, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 11, 'step.ended', 1794943376649, 'engine', NULL, '{"step":2,"attempt":1,"parts":[{"type":"text","text":"Done: {\"taskId\":\"task_0mwl2xxaf8c5j2n3rm0iu\",\"status\":\"success\",\"result\":\"one, two, three\"}"}],"usage":{"inputTokens":129,"outputTokens":23,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0},"finishReason":"stop"}'),
	(28, 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 12, 'thread.ended', 1794943376649, 'engine', NULL, '{"status":"completed","result":"Done: {\"taskId\":\"task_0mwl2xxaf8c5j2n3rm0iu\",\"status\":\"success\",\"result\":\"one, two, three\"}","reason":null}'),
	(29, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 9, 'step.started', 1794943376662, 'engine', NULL, '{"step":2,"attempt":1,"kind":"answer","seenSeq":8,"agentVersion":1,"reservation":{"tokens":8249}}'),
	(30, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 10, 'step.ended', 1794943376665, 'engine', NULL, '{"step":2,"attempt":1,"parts":[{"type":"text","text":"Done: \"Line 0 of a long text.\\nLine 1 of a long text.\\nLine 2 of a long text.\\nLine 3 of a long text.\\nLine 4 of a long text.\\nLine 5 of a long text.\\nLine 6 of a long text.\\nLine 7 of a long text.\\nLine 8 "}],"usage":{"inputTokens":8637,"outputTokens":52,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0},"finishReason":"stop"}'),
	(31, 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', 'thr_0mwl2xxa42ulmtd4cn9v9', 11, 'thread.ended', 1794943376665, 'engine', NULL, '{"status":"completed","result":"Done: \"Line 0 of a long text.\\nLine 1 of a long text.\\nLine 2 of a long text.\\nLine 3 of a long text.\\nLine 4 of a long text.\\nLine 5 of a long text.\\nLine 6 of a long text.\\nLine 7 of a long text.\\nLine 8","reason":null}'),
	(32, 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 'thr_0mwl2xxdkh41ng6mgqp58', 1, 'thread.opened', 1794943376697, 'person:owner', 'cmd_0mwl2xxdjqtbkj9bphri9', '{"rootId":"thr_0mwl2xxdkh41ng6mgqp58","parent":null,"depth":0,"path":["agt_boss"],"agent":{"agentId":"agt_boss","version":1,"name":"boss","description":"Does what a boss does","badge":{"color":"#888888","icon":"bot"},"model":{"provider":"scripted","id":"scripted"},"sampling":{},"tools":["askUser","readAll"],"maxSteps":null,"subAgents":[{"agentId":"agt_worker","name":"worker","description":"Does what a worker does"}]},"limits":{"maxDepth":3,"maxChildrenAtOnce":8,"maxTasksPerTurn":64,"maxSteps":100,"maxWorkMs":1800000,"idleMs":120000,"maxTokens":null,"maxOutputChars":1000000},"title":"Ask me for a color.","turn":0}'),
	(33, 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 'thr_0mwl2xxdkh41ng6mgqp58', 2, 'message.received', 1794943376697, 'person:owner', 'cmd_0mwl2xxdjqtbkj9bphri9', '{"messageId":"msg_0mwl2xxdkhhrprhpcim6l","from":"system","text":"You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does","taskId":null}'),
	(34, 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 'thr_0mwl2xxdkh41ng6mgqp58', 3, 'message.received', 1794943376697, 'person:owner', 'cmd_0mwl2xxdjqtbkj9bphri9', '{"messageId":"msg_0mwl2xxdk44chjp0h3nv2","from":"person","text":"Ask me for a color.","taskId":null}'),
	(35, 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 'thr_0mwl2xxdkh41ng6mgqp58', 4, 'step.started', 1794943376699, 'engine', NULL, '{"step":1,"attempt":1,"kind":"answer","seenSeq":3,"agentVersion":1,"reservation":{"tokens":32}}'),
	(36, 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 'thr_0mwl2xxdkh41ng6mgqp58', 5, 'step.ended', 1794943376704, 'engine', NULL, '{"step":1,"attempt":1,"parts":[{"type":"call","callId":"call_0mwl2xxdr90m388odbf41"}],"usage":{"inputTokens":39,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0},"finishReason":"calls"}'),
	(37, 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 'thr_0mwl2xxdkh41ng6mgqp58', 6, 'call.requested', 1794943376704, 'engine', NULL, '{"callId":"call_0mwl2xxdr90m388odbf41","step":1,"name":"askUser","args":{"question":"Which color?","options":["red","blue"]},"effect":"idempotent","taskId":null,"subAgentThreadId":null}'),
	(38, 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 'thr_0mwl2xxdkh41ng6mgqp58', 7, 'question.asked', 1794943376704, 'engine', NULL, '{"callId":"call_0mwl2xxdr90m388odbf41","step":1,"questionId":"qst_0mwl2xxdr90m388odbf41","kind":"answer","text":"Which color?","options":["red","blue"]}'),
	(39, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 1, 'thread.opened', 1794943376802, 'person:owner', 'cmd_0mwl2xxgh528n1ntfsp1e', '{"rootId":"thr_0mwl2xxghlgvap6oc18bt","parent":null,"depth":0,"path":["agt_boss"],"agent":{"agentId":"agt_boss","version":1,"name":"boss","description":"Does what a boss does","badge":{"color":"#888888","icon":"bot"},"model":{"provider":"scripted","id":"scripted"},"sampling":{},"tools":["askUser","readAll"],"maxSteps":null,"subAgents":[{"agentId":"agt_worker","name":"worker","description":"Does what a worker does"}]},"limits":{"maxDepth":3,"maxChildrenAtOnce":8,"maxTasksPerTurn":64,"maxSteps":100,"maxWorkMs":1800000,"idleMs":120000,"maxTokens":null,"maxOutputChars":1000000},"title":"Work for a long time.","turn":0}'),
	(40, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 2, 'message.received', 1794943376802, 'person:owner', 'cmd_0mwl2xxgh528n1ntfsp1e', '{"messageId":"msg_0mwl2xxgh2nnsikbleqsr","from":"system","text":"You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_worker · worker: Does what a worker does","taskId":null}'),
	(41, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 3, 'message.received', 1794943376802, 'person:owner', 'cmd_0mwl2xxgh528n1ntfsp1e', '{"messageId":"msg_0mwl2xxgh8juqdro4l29h","from":"person","text":"Work for a long time.","taskId":null}'),
	(42, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 4, 'step.started', 1794943376806, 'engine', NULL, '{"step":1,"attempt":1,"kind":"answer","seenSeq":3,"agentVersion":1,"reservation":{"tokens":33}}'),
	(43, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 5, 'step.ended', 1794943376815, 'engine', NULL, '{"step":1,"attempt":1,"parts":[{"type":"call","callId":"call_0mwl2xxgter2p0vo4qcq2"}],"usage":{"inputTokens":39,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0},"finishReason":"calls"}'),
	(44, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 6, 'call.requested', 1794943376815, 'engine', NULL, '{"callId":"call_0mwl2xxgter2p0vo4qcq2","step":1,"name":"newTask","args":{"task":"Take your time.","subAgentId":"agt_worker"},"effect":"idempotent","taskId":"task_0mwl2xxgter2p0vo4qcq2","subAgentThreadId":"thr_0mwl2xxgter2p0vo4qcq2"}'),
	(45, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 7, 'task.opened', 1794943376815, 'engine', NULL, '{"callId":"call_0mwl2xxgter2p0vo4qcq2","step":1,"taskId":"task_0mwl2xxgter2p0vo4qcq2","childThreadId":"thr_0mwl2xxgter2p0vo4qcq2","agentId":"agt_worker","instruction":"Take your time.","title":"Take your time.","attempt":1,"retryOf":null,"turn":1}'),
	(46, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxgter2p0vo4qcq2', 1, 'thread.opened', 1794943376815, 'engine', NULL, '{"rootId":"thr_0mwl2xxghlgvap6oc18bt","parent":{"threadId":"thr_0mwl2xxghlgvap6oc18bt","callId":"call_0mwl2xxgter2p0vo4qcq2","step":1,"taskId":"task_0mwl2xxgter2p0vo4qcq2"},"depth":1,"path":["agt_boss","agt_worker"],"agent":{"agentId":"agt_worker","version":1,"name":"worker","description":"Does what a worker does","badge":{"color":"#888888","icon":"bot"},"model":{"provider":"scripted","id":"scripted"},"sampling":{},"tools":["askUser"],"maxSteps":null,"subAgents":[]},"limits":{"maxDepth":3,"maxChildrenAtOnce":8,"maxTasksPerTurn":64,"maxSteps":100,"maxWorkMs":1800000,"idleMs":120000,"maxTokens":null,"maxOutputChars":1000000},"title":"Take your time.","turn":1}'),
	(47, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxgter2p0vo4qcq2', 2, 'message.received', 1794943376815, 'engine', NULL, '{"messageId":"msg_0mwl2xxgwmmr18rtvhm67","from":"system","text":"You are worker.\n\nYou work on one task for another agent. You see only the instruction below, not its conversation.\nWhen you are done, call taskResult with the whole result; status is \"success\", or \"error\" if the task could not be done.\nYour result goes back to that agent, not to a person.","taskId":null}'),
	(48, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxgter2p0vo4qcq2', 3, 'message.received', 1794943376815, 'engine', NULL, '{"messageId":"msg_0mwl2xxgwmdhs5v01dik6","from":"parent","text":"Take your time.","taskId":"task_0mwl2xxgter2p0vo4qcq2"}'),
	(49, 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxgter2p0vo4qcq2', 4, 'step.started', 1794943376819, 'engine', NULL, '{"step":1,"attempt":1,"kind":"answer","seenSeq":3,"agentVersion":1,"reservation":{"tokens":76}}');

INSERT INTO public.log_head VALUES
	(49);

INSERT INTO public.question VALUES
	('qst_0mwl2xxdr90m388odbf41', 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', 'thr_0mwl2xxdkh41ng6mgqp58', 'call_0mwl2xxdr90m388odbf41', 1, 'answer', 'Which color?', '["red","blue"]', 'open', NULL, 1794943376704, NULL);

INSERT INTO public.request VALUES
	('ws_local', 'key of: Delegate the counting.', 'Delegate the counting.', '{"threadId":"thr_0mwl2xx97gf9qpi4hp6bs"}', 1794943376546),
	('ws_local', 'key of: Read the long text.', 'Read the long text.', '{"threadId":"thr_0mwl2xxa42ulmtd4cn9v9"}', 1794943376586),
	('ws_local', 'key of: Ask me for a color.', 'Ask me for a color.', '{"threadId":"thr_0mwl2xxdkh41ng6mgqp58"}', 1794943376697),
	('ws_local', 'key of: Work for a long time.', 'Work for a long time.', '{"threadId":"thr_0mwl2xxghlgvap6oc18bt"}', 1794943376802);

INSERT INTO public.store_version VALUES
	(1);

INSERT INTO public.task VALUES
	('task_0mwl2xxaf8c5j2n3rm0iu', 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 'call_0mwl2xxaf8c5j2n3rm0iu', 'thr_0mwl2xxaf8c5j2n3rm0iu', NULL, 1, 'agt_worker', 'Count to three.', 'Count to three.', 1, 'success', 'one, two, three', NULL, '{"inputTokens":83,"outputTokens":15,"reasoningTokens":0,"cachedTokens":0,"estimatedTokens":0}', 1794943376595, 1794943376629),
	('task_0mwl2xxgter2p0vo4qcq2', 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 'call_0mwl2xxgter2p0vo4qcq2', 'thr_0mwl2xxgter2p0vo4qcq2', NULL, 1, 'agt_worker', 'Take your time.', 'Take your time.', 1, 'running', NULL, NULL, NULL, 1794943376815, NULL);

INSERT INTO public.thread VALUES
	('thr_0mwl2xxaf8c5j2n3rm0iu', 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', 'thr_0mwl2xx97gf9qpi4hp6bs', 'task_0mwl2xxaf8c5j2n3rm0iu', 1, 'agt_worker', 1, 'worker', 'completed', 1, NULL, NULL, 8, 'Count to three.', 8, 1, 1, 83, 15, 0, 0, 0, 1794943376595, 1794943376629),
	('thr_0mwl2xx97gf9qpi4hp6bs', 'ws_local', 'thr_0mwl2xx97gf9qpi4hp6bs', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 2, NULL, NULL, NULL, 'Delegate the counting.', 12, 1, 2, 169, 38, 0, 0, 0, 1794943376546, 1794943376649),
	('thr_0mwl2xxa42ulmtd4cn9v9', 'ws_local', 'thr_0mwl2xxa42ulmtd4cn9v9', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'idle', 2, NULL, NULL, NULL, 'Read the long text.', 11, 1, 2, 8676, 55, 0, 0, 0, 1794943376586, 1794943376665),
	('thr_0mwl2xxdkh41ng6mgqp58', 'ws_local', 'thr_0mwl2xxdkh41ng6mgqp58', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'waiting_for_user', 1, NULL, NULL, NULL, 'Ask me for a color.', 7, 1, 1, 39, 15, 0, 0, 0, 1794943376697, 1794943376704),
	('thr_0mwl2xxghlgvap6oc18bt', 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', NULL, NULL, 0, 'agt_boss', 1, 'boss', 'active', 1, NULL, NULL, NULL, 'Work for a long time.', 7, 1, 1, 39, 15, 0, 0, 0, 1794943376802, 1794943376815),
	('thr_0mwl2xxgter2p0vo4qcq2', 'ws_local', 'thr_0mwl2xxghlgvap6oc18bt', 'thr_0mwl2xxghlgvap6oc18bt', 'task_0mwl2xxgter2p0vo4qcq2', 1, 'agt_worker', 1, 'worker', 'active', 1, 'step', NULL, 8, 'Take your time.', 4, 1, 1, 0, 0, 0, 0, 0, 1794943376815, 1794943376819);

ALTER TABLE ONLY public.blob
    ADD CONSTRAINT blob_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.call
    ADD CONSTRAINT call_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.question
    ADD CONSTRAINT question_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.request
    ADD CONSTRAINT request_pkey PRIMARY KEY (workspace_id, key);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.thread
    ADD CONSTRAINT thread_pkey PRIMARY KEY (id);

CREATE INDEX call_by_thread ON public.call USING btree (thread_id, step);

CREATE INDEX chat_by_time ON public.thread USING btree (workspace_id, opened_at) WHERE (parent_thread_id IS NULL);

CREATE INDEX event_by_root ON public.event USING btree (root_id, "position");

CREATE UNIQUE INDEX event_by_thread ON public.event USING btree (thread_id, seq);

CREATE INDEX question_by_root ON public.question USING btree (root_id);

CREATE INDEX question_open ON public.question USING btree (workspace_id, asked_at) WHERE (status = 'open'::text);

CREATE INDEX task_by_child ON public.task USING btree (child_thread_id);

CREATE INDEX task_by_parent ON public.task USING btree (parent_thread_id);

CREATE INDEX task_by_root ON public.task USING btree (root_id, turn);

CREATE INDEX thread_by_parent ON public.thread USING btree (parent_thread_id) WHERE (parent_thread_id IS NOT NULL);

CREATE INDEX thread_by_root ON public.thread USING btree (root_id);

CREATE INDEX thread_owing ON public.thread USING btree (due_at) WHERE (owes IS NOT NULL);
