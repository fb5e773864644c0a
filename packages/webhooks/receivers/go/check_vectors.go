// Checks verify.go against the test vectors: go run verify.go check_vectors.go signatures.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type vector struct {
	Name    string            `json:"name"`
	Scheme  string            `json:"scheme"`
	Secret  string            `json:"secret"`
	Now     int64             `json:"now"`
	Body    []byte            `json:"body_base64"`
	Headers map[string]string `json:"headers"`
}

func (v vector) byService() bool {
	return VerifyServiceSignature(v.Headers["X-Service-Signature"], v.Body, []string{v.Secret}, v.Now)
}

func (v vector) byStandard() bool {
	id, timestamp := v.Headers["webhook-id"], v.Headers["webhook-timestamp"]
	signature := v.Headers["webhook-signature"]
	return VerifyStandardSignature(id, timestamp, signature, v.Body, []string{v.Secret}, v.Now)
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var vectors struct{ Accept, Refuse []vector }
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	wrong := []string{}
	for _, v := range vectors.Accept {
		if !v.byService() || !v.byStandard() {
			wrong = append(wrong, v.Name)
		}
	}
	for _, v := range vectors.Refuse {
		if v.Scheme == "service" && v.byService() || v.Scheme == "standard" && v.byStandard() {
			wrong = append(wrong, v.Name)
		}
	}
	fmt.Printf("%d accepted, %d refused, wrong: %q\n", len(vectors.Accept), len(vectors.Refuse), wrong)
	if len(wrong) > 0 {
		os.Exit(1)
	}
}
