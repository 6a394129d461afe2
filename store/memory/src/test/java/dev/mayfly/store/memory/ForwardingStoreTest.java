package dev.mayfly.store.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Store;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A call of the port that has a default would not reach the store behind unless it is forwarded too. */
final class ForwardingStoreTest {
    @Test
    void everyCallOfThePortIsForwarded() {
        List<String> kept = new ArrayList<>();
        for (Method method : Store.class.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers()) && !isForwarded(method)) {
                kept.add(method.getName());
            }
        }
        assertEquals(List.of(), kept);
    }

    private static boolean isForwarded(Method method) {
        try {
            ForwardingStore.class.getDeclaredMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException missing) {
            return false;
        }
    }
}
