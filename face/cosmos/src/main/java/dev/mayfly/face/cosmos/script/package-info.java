/** Scripts of clients: stored procedures, triggers, functions in queries, and what they find in the sandbox. */
@NullMarked
package dev.mayfly.face.cosmos.script;

import org.jspecify.annotations.NullMarked;
