package dev.mayfly.face.couchbase.xdcr;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The certificate by which a replication logs in at a remote cluster, in place of a password.
 *
 * @param certificate with those that have signed it, in PEM
 * @param key that belongs to it, in PEM: PKCS #8, or PKCS #1 for RSA
 */
public record ClientIdentity(String certificate, String key) {
    public static final ClientIdentity NONE = new ClientIdentity("", "");

    private static final String[] ALGORITHMS = {"RSA", "EC", "EdDSA"};
    private static final char[] UNPROTECTED = {};

    /** What PKCS #8 has in front of a key of PKCS #1: version 0 and the algorithm RSA. */
    private static final byte[] RSA = {
        0x02, 1, 0, 0x30, 13, 0x06, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 13, 1, 1, 1, 5, 0
    };

    private static final int LENGTH_MIN = 0x100;
    private static final int LENGTH_MAX = 0xff00;
    private static final byte SEQUENCE = 0x30;
    private static final byte OCTETS = 0x04;

    boolean isGiven() {
        return !certificate.isBlank();
    }

    /** Returns what presents the certificate, or null if there is none. */
    KeyManager @Nullable [] managers() throws GeneralSecurityException, IOException {
        if (!isGiven()) {
            return null;
        }
        byte[] pem = certificate.getBytes(StandardCharsets.US_ASCII);
        Certificate[] chain = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem))
                .toArray(Certificate[]::new);
        if (chain.length == 0) {
            throw new IOException("there is no certificate");
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("client", privateKey(), UNPROTECTED, chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, UNPROTECTED);
        return factory.getKeyManagers();
    }

    private PrivateKey privateKey() throws GeneralSecurityException, IOException {
        byte[] encoded = section("PRIVATE KEY");
        byte[] old = encoded == null ? section("RSA PRIVATE KEY") : null;
        byte[] bytes = encoded != null ? encoded : old != null ? wrapped(old) : null;
        if (bytes == null) {
            throw new IOException("the key is none of PKCS #8, nor of PKCS #1");
        }
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(bytes);
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException _) {
                // It is of another algorithm.
            }
        }
        throw new IOException("the key is of no algorithm that is known here");
    }

    private byte @Nullable [] section(String name) throws IOException {
        String begin = "-----BEGIN " + name + "-----";
        int from = key.indexOf(begin);
        int until = key.indexOf("-----END " + name + "-----");
        if (from < 0 || until < from) {
            return null;
        }
        try {
            return Base64.getMimeDecoder().decode(key.substring(from + begin.length(), until));
        } catch (IllegalArgumentException _) {
            throw new IOException("the key is no PEM");
        }
    }

    private static byte[] wrapped(byte[] pkcs1) throws IOException {
        if (pkcs1.length < LENGTH_MIN || pkcs1.length > LENGTH_MAX) {
            throw new IOException("the key is no key of RSA");
        }
        byte[] inner = element(OCTETS, pkcs1);
        return element(
                SEQUENCE,
                ByteBuffer.allocate(RSA.length + inner.length)
                        .put(RSA)
                        .put(inner)
                        .array());
    }

    /** An element of DER, whose length needs two bytes. */
    private static byte[] element(byte tag, byte[] content) {
        return ByteBuffer.allocate(2 + Short.BYTES + content.length)
                .put(tag)
                .put((byte) (0x80 | Short.BYTES))
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    @Override
    public String toString() {
        return isGiven() ? "a client certificate" : "none";
    }
}
