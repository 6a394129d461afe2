package dev.mayfly.engine.audit;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The identity on whose behalf an action is taken, for the audit.
 *
 * @param way by which it was asked for: the name of a face, with more where a face has several ways
 * @param who asked for it, or empty when the face does not know
 */
public record Actor(String way, String who) {
    /*
     * It goes through the faces' command and language layers to wherever the catalog is changed, which have nothing to do
     * with it. A request that binds none is a face's own, or the server itself at its start.
     */
    private static final ScopedValue<Actor> CURRENT = ScopedValue.newInstance();

    /** The name used if no actor is bound; the way is then the face of the collection. */
    public static final String NOBODY = "";

    /** Runs in this name. */
    public <T extends @Nullable Object> T call(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** Runs in this name. */
    public void run(Runnable work) {
        ScopedValue.where(CURRENT, this).run(work);
    }

    /**
     * Returns the identity on whose behalf this thread works.
     *
     * @param face the way if no actor is bound
     */
    public static Actor current(String face) {
        return CURRENT.isBound() ? CURRENT.get() : new Actor(face, NOBODY);
    }
}
