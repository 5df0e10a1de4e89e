// A certificate for `localhost` that signs itself, for tests over TLS. Nothing trusts it but what a test tells to. It ends in 2126.
export const key: string = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgv3s7viuaAvXpdmro
iYEI7n1WDxTw4EUdBf6qr932SxqhRANCAAQwbM/LcgwLcQzwhqceN7GB3kCBR4ON
RjxCM3Yh127d1cbVlGBH3Zf3z9MEHqHDXG1T+WqefkpUxjlkcEGZOdfy
-----END PRIVATE KEY-----
`

export const cert: string = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUa5bCfNU9Jd2h/04RJtfvYX/JnXgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA2MzU0N1oYDzIxMjYxMTAz
MDYzNTQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQwbM/LcgwLcQzwhqceN7GB3kCBR4ONRjxCM3Yh127d1cbVlGBH3Zf3
z9MEHqHDXG1T+WqefkpUxjlkcEGZOdfyo2kwZzAdBgNVHQ4EFgQUnd05VmDqldWx
bAWDUH+wB3eMu7UwHwYDVR0jBBgwFoAUnd05VmDqldWxbAWDUH+wB3eMu7UwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgDuW8puOvTRMz89gYymg7/mDAgxHdpAvysPXr/NCcE/UCIHqAs2u1Fkij
16tW8EaggMAlRidr2xwqpgkMLwYJALQT
-----END CERTIFICATE-----
`
