package dev.mayfly.base.document;

import java.util.function.Supplier;

/** Counts the memory that the work of a thread makes grow, and may refuse more. */
public abstract class MemoryAccount {
    private static final ScopedValue<MemoryAccount> CURRENT = ScopedValue.newInstance();

    private static final MemoryAccount UNCOUNTED = new MemoryAccount() {
        @Override
        public void charge(long bytes) {
            // No request asks for the work, so none is refused it.
        }

        @Override
        public void require(long bytes) {
            // As above.
        }
    };

    protected MemoryAccount() {}

    /** The account of the work that this thread does; one that counts nothing if there is none. */
    public static MemoryAccount current() {
        return CURRENT.orElse(UNCOUNTED);
    }

    /** Does the work, which finds this account as the current one. */
    public final <T> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** Counts bytes that are about to be held; throws if there is no room for them. */
    public abstract void charge(long bytes);

    /** Asks whether there is room for bytes that are held for a moment; throws if there is not. */
    public abstract void require(long bytes);
}
