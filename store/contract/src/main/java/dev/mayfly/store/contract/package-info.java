/** What every store must obey, as tests, and a store that fails on purpose. */
@NullMarked
package dev.mayfly.store.contract;

import org.jspecify.annotations.NullMarked;
