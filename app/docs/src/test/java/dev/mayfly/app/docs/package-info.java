@NullMarked
package dev.mayfly.app.docs;

import org.jspecify.annotations.NullMarked;
