package dev.mayfly.face.mongo.admin;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.api.DumpForm;
import dev.mayfly.face.api.FaceTransfer;
import dev.mayfly.face.api.LineDocument;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.dispatch.InnerClient;
import dev.mayfly.face.mongo.write.DocumentImport;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.bson.BSONException;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** Documents of the mongo face as canonical Extended JSON, which knows every type that BSON has. */
public final class MongoTransfer implements FaceTransfer {
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private final Supplier<MongoCollections> collections;
    private final Supplier<@Nullable InnerClient> client;

    /** @param client gives null while the face does not listen */
    public MongoTransfer(Supplier<MongoCollections> collections, Supplier<@Nullable InnerClient> client) {
        this.collections = collections;
        this.client = client;
    }

    @Override
    public Collection make(CollectionName name) {
        try {
            return collections.get().findOrCreate(name);
        } catch (CommandError refused) {
            throw new IllegalArgumentException(refused.text(), refused);
        }
    }

    @Override
    public @Nullable DumpForm dumps() {
        InnerClient inner = client.get();
        return inner == null ? null : new MongoDumpForm(inner);
    }

    @Override
    public boolean idsAreJson() {
        return true;
    }

    @Override
    public byte[] json(Document document) {
        RawBsonDocument bson = new RawBsonDocument(document.buffer(), document.bodyOffset(), document.bodyLength());
        return bson.toJson(CANONICAL).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Arrival read(Collection target, LineDocument line) {
        CollectionName name = target.name();
        if (!collections.get().isPlain(name.database(), name.collection())) {
            throw new IllegalArgumentException("nothing is imported into a view or a capped collection");
        }
        try {
            byte[] bson = line.isJson() ? bson(line.body()) : line.body();
            DocumentImport.Read read = DocumentImport.read(
                    bson, target.reading().now(), collections.get().lifetimes(), line.lifetime());
            return new Arrival(read.key(), read.put());
        } catch (CommandError refused) {
            throw new IllegalArgumentException(refused.text(), refused);
        } catch (MalformedDocumentException wrong) {
            throw new IllegalArgumentException("it is no BSON: " + wrong.getMessage(), wrong);
        }
    }

    private static byte[] bson(byte[] json) {
        try {
            ByteBuf buffer = RawBsonDocument.parse(new String(json, StandardCharsets.UTF_8))
                    .getByteBuffer();
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (JsonParseException | BSONException | IllegalArgumentException wrong) {
            throw new IllegalArgumentException("it is no Extended JSON: " + wrong.getMessage(), wrong);
        }
    }
}
