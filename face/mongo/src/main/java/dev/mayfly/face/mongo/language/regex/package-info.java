/** Regular expressions as PCRE2 reads them, in linear time where that is possible. */
@NullMarked
package dev.mayfly.face.mongo.language.regex;

import org.jspecify.annotations.NullMarked;
