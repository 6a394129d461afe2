/** Who has changed what about lifetimes. */
@NullMarked
package dev.mayfly.engine.audit;

import org.jspecify.annotations.NullMarked;
