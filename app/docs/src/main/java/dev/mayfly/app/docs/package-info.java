/** The documents as pages: Markdown in, HTML with an index to search out. */
@NullMarked
package dev.mayfly.app.docs;

import org.jspecify.annotations.NullMarked;
