/** The MongoDB wire protocol, its commands and its query language. */
@NullMarked
package dev.mayfly.face.mongo;

import org.jspecify.annotations.NullMarked;
