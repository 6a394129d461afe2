package dev.mayfly.face.cosmos;

import dev.mayfly.store.api.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Something that happens before the writes of a store, such as what another client does meanwhile. */
public final class StoreHook {
    private Runnable action = () -> {};

    /** Returns the store with the hook before its writes. */
    public Store over(Store store) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    if (method.getName().startsWith("commit")) {
                        run();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    private void run() {
        Runnable now = action;
        action = () -> {};
        now.run();
    }

    /** Has this happen before the next write; what it writes itself passes. */
    public void once(Runnable next) {
        action = next;
    }

    /** Has this happen before every write but its own. */
    public void always(Runnable next) {
        action = () -> {
            next.run();
            always(next);
        };
    }

    public void never() {
        action = () -> {};
    }
}
