package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The content of META() while a document is indexed. */
record KeyMeta(FaceForms.Envelope envelope) implements Meta {
    @Override
    public N1qlValue field(String name) {
        return switch (name) {
            case "id" -> N1qlValues.of(new String(envelope.key().bytes(), StandardCharsets.UTF_8));
            case "expiration" ->
                N1qlValues.of(envelope.lifetime() instanceof Lifetime.Until until ? Expiry.of(until) : Expiry.NEVER);
            case "cas" -> N1qlValues.of(DocumentMeta.fromBytes(envelope.face()).cas());
            default -> N1qlValues.MISSING;
        };
    }

    @Override
    public N1qlValue all() {
        SequencedMap<String, N1qlValue> all = new LinkedHashMap<>();
        for (String name : new String[] {"cas", "expiration", "id"}) {
            all.put(name, field(name));
        }
        return N1qlValues.object(all);
    }
}
