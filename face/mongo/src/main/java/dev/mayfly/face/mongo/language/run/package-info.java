/** The execution of one command: its time limit, its memory, and its cost. */
@NullMarked
package dev.mayfly.face.mongo.language.run;

import org.jspecify.annotations.NullMarked;
