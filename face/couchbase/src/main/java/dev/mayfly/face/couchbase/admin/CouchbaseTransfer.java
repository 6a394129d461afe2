package dev.mayfly.face.couchbase.admin;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.api.FaceTransfer;
import dev.mayfly.face.api.LineDocument;
import dev.mayfly.face.couchbase.kv.CasClock;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.JsonDetector;
import org.jspecify.annotations.Nullable;

/** Documents of the couchbase face: JSON where a line can hold it byte for byte, else their bytes. */
public final class CouchbaseTransfer implements FaceTransfer {
    /** The item flags by which clients mark a value as JSON or as plain bytes. */
    private static final int JSON_FLAGS = 2 << 24;

    private static final int BINARY_FLAGS = 3 << 24;
    private static final int FIRST_REVISION = 1;

    private final CasClock cas;

    public CouchbaseTransfer(Engine engine) {
        this.cas = new CasClock(engine.clock());
    }

    @Override
    public boolean idsAreJson() {
        return false;
    }

    @Override
    public byte @Nullable [] json(Document document) {
        byte[] body = document.body();
        boolean isJson = JsonDetector.datatypeOf(body) == DocumentMeta.JSON;
        return isJson && !isSpace(body[0]) && !isSpace(body[body.length - 1]) && isOnOneLine(body) ? body : null;
    }

    private static boolean isSpace(byte each) {
        return each == ' ' || each == '\t' || each == '\n' || each == '\r';
    }

    private static boolean isOnOneLine(byte[] body) {
        for (byte each : body) {
            if (each == '\n' || each == '\r') {
                return false;
            }
        }
        return true;
    }

    @Override
    public Arrival read(Collection target, LineDocument line) {
        String id = line.id();
        if (id == null) {
            throw new IllegalArgumentException("a document of couchbase needs an \"id\"");
        }
        if (line.body().length > Documents.VALUE_BYTES_MAX) {
            throw new IllegalArgumentException("a value has at most " + Documents.VALUE_BYTES_MAX + " bytes");
        }
        Lifetime lifetime = line.lifetime() == null ? Lifetime.FOREVER : line.lifetime();
        Decision.Put put = new Decision.Put(line.body(), lifetime, meta(line).toBytes());
        return new Arrival(DocumentKeyText.INSTANCE.read(id), put);
    }

    private DocumentMeta meta(LineDocument line) {
        byte[] face = line.face();
        if (face == null) {
            int datatype = JsonDetector.datatypeOf(line.body());
            int flags = datatype == DocumentMeta.JSON ? JSON_FLAGS : BINARY_FLAGS;
            return new DocumentMeta(cas.next(), FIRST_REVISION, flags, datatype, DocumentMeta.NO_XATTRS);
        }
        try {
            return DocumentMeta.fromBytes(face);
        } catch (IllegalStateException damaged) {
            throw new IllegalArgumentException("\"meta\" is none of couchbase's", damaged);
        }
    }
}
