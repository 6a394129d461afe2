package dev.mayfly.engine.audit;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * In whose name something is done, for the audit.
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

    /** Whoever binds no actor: the face of the collection, in nobody's name. */
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
     * In whose name this thread works.
     *
     * @param face whose way it is if nobody is named
     */
    public static Actor current(String face) {
        return CURRENT.isBound() ? CURRENT.get() : new Actor(face, NOBODY);
    }
}
