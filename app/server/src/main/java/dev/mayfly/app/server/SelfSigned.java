package dev.mayfly.app.server;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate that its own key has signed (RFC 5280): an authority of itself, for some names and addresses. */
record SelfSigned(PrivateKey key, X509Certificate certificate) {
    /*
     * Written here, of some sixty bytes around what the JDK makes: the library that does it too brings a provider of
     * cryptography whose signed jar a start spent a third of its time on.
     */
    private static final String NAME = "mayfly";
    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
    private static final BigInteger VERSION_3 = BigInteger.TWO;
    private static final int SERIAL_BITS = 159;
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    /**
     * Makes a key and a certificate for it.
     *
     * @param names by which clients call the server
     * @param addresses by which they do
     */
    static SelfSigned make(Instant from, Instant until, List<String> names, List<InetAddress> addresses) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            byte[] signed = Der.sequence(
                    Der.explicit(0, Der.integer(VERSION_3)),
                    Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE)),
                    ECDSA_WITH_SHA256,
                    name(),
                    Der.sequence(Der.time(from), Der.time(until)),
                    name(),
                    keys.getPublic().getEncoded(),
                    Der.explicit(3, extensions(keys, names, addresses)));
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(signed);
            byte[] whole = Der.sequence(signed, ECDSA_WITH_SHA256, Der.bits(signature.sign()));
            return new SelfSigned(keys.getPrivate(), read(whole));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("no certificate could be made", missing);
        }
    }

    private static X509Certificate read(byte[] encoded) throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static byte[] name() {
        return Der.sequence(Der.set(Der.sequence(Der.identifier("2.5.4.3"), Der.text(NAME))));
    }

    private static byte[] extensions(KeyPair keys, List<String> names, List<InetAddress> addresses)
            throws GeneralSecurityException {
        byte[] keyId =
                MessageDigest.getInstance("SHA-1").digest(keys.getPublic().getEncoded());
        return Der.sequence(
                Der.sequence(Der.identifier("2.5.29.19"), Der.truth(), Der.octets(Der.sequence(Der.truth()))),
                Der.sequence(Der.identifier("2.5.29.14"), Der.octets(Der.octets(keyId))),
                Der.sequence(Der.identifier("2.5.29.17"), Der.octets(alternatives(names, addresses))));
    }

    private static byte[] alternatives(List<String> names, List<InetAddress> addresses) {
        List<byte[]> alternatives = new ArrayList<>();
        names.forEach(name -> alternatives.add(Der.implicit(DNS_NAME, name.getBytes(StandardCharsets.US_ASCII))));
        addresses.forEach(address -> alternatives.add(Der.implicit(IP_ADDRESS, address.getAddress())));
        return Der.sequence(alternatives.toArray(byte[][]::new));
    }

    String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException wrong) {
            throw new IllegalStateException("the certificate is none", wrong);
        }
    }

    String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String label, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }
}
