/** The sweeper, which announces what is hidden and destroys what is dead, collection by collection and queue by queue. */
@NullMarked
package dev.mayfly.engine.sweep;

import org.jspecify.annotations.NullMarked;
