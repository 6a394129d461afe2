/** The obligations of every store, as tests, and a store that fails on purpose. */
@NullMarked
package dev.mayfly.store.contract;

import org.jspecify.annotations.NullMarked;
