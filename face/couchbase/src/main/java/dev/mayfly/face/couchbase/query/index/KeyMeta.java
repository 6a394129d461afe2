package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.FaceForms;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** What META() shows of a document while it is put into an index. */
record KeyMeta(FaceForms.Envelope envelope) implements Meta {
    @Override
    public Value field(String name) {
        return switch (name) {
            case "id" -> Values.of(new String(envelope.key().bytes(), StandardCharsets.UTF_8));
            case "expiration" ->
                Values.of(envelope.lifetime() instanceof Lifetime.Until until ? Expiry.of(until) : Expiry.NEVER);
            case "cas" -> Values.of(DocumentMeta.fromBytes(envelope.face()).cas());
            default -> Values.MISSING;
        };
    }

    @Override
    public Value all() {
        SequencedMap<String, Value> all = new LinkedHashMap<>();
        for (String name : new String[] {"cas", "expiration", "id"}) {
            all.put(name, field(name));
        }
        return Values.object(all);
    }
}
