package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms.Renewal;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.cosmos.resource.PropertyQueues;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An item with another lifetime, which its root property {@code ttl} says. */
final class RenewedItem {
    private static final long MILLIS = 1_000;
    private static final String TTL = "ttl";

    private RenewedItem() {}

    static Decision.@Nullable Put of(Renewal asked) {
        FieldPath path =
                PropertyQueues.path(asked.record(), asked.record().policy().current());
        return switch (asked.lifetime()) {
            case Lifetime.Inherit _ -> put(asked, Lifetime.INHERIT, "");
            case Lifetime.Forever _ -> put(asked, Lifetime.FOREVER, "-1");
            case Lifetime.For _, Lifetime.Until _ -> {
                long base = base(asked, path);
                if (base == Deadlines.NO_DEADLINE) {
                    yield null;
                }
                long seconds = Math.clamp(Math.ceilDiv(asked.deadline() - base, MILLIS), 1, Integer.MAX_VALUE);
                yield put(asked, new Lifetime.For(seconds), Long.toString(seconds));
            }
        };
    }

    /**
     * Returns the instant from which seconds count: the whole second of the write, or the property at the path, if
     * any. An item never dies before its time.
     */
    private static long base(Renewal asked, @Nullable FieldPath path) {
        return path == null
                ? Math.floorDiv(asked.now(), MILLIS) * MILLIS
                : FieldInstant.EPOCH_SECOND.in(JsonView.of(asked.body()), path, Lifetime.INHERIT);
    }

    /** @param ttl the text of the property, or empty for none */
    private static Decision.Put put(Renewal asked, Lifetime lifetime, String ttl) {
        return new Decision.Put(
                withTtl(asked.body(), ttl), lifetime, asked.stamp().face());
    }

    private static byte[] withTtl(byte[] text, String ttl) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length + 16);
        out.write('{');
        JsonFields members = JsonView.of(text).fields();
        boolean said = ttl.isEmpty();
        while (members.next()) {
            boolean isTtl = members.isNamed(TTL);
            if (isTtl && said) {
                continue;
            }
            separate(out);
            if (isTtl) {
                say(out, ttl);
                said = true;
            } else {
                out.write(text, members.nameFrom(), members.valueUntil() - members.nameFrom());
            }
        }
        if (!said) {
            separate(out);
            say(out, ttl);
        }
        out.write('}');
        return out.toByteArray();
    }

    private static void separate(ByteArrayOutputStream out) {
        if (out.size() > 1) {
            out.write(',');
        }
    }

    private static void say(ByteArrayOutputStream out, String ttl) {
        out.writeBytes(("\"" + TTL + "\":" + ttl).getBytes(StandardCharsets.UTF_8));
    }
}
